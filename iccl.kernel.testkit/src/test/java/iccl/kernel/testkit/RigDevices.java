package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.MemorySpace;
import iccl.kernel.internal.collective.Stager;
import iccl.kernel.port.Platform;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Some ranks of a rig with devices, whose queues work when they like. */
final class RigDevices {
    private final RankRig rig;
    private final CheckedDevice device;
    private final Map<Integer, Stager> stagers = new HashMap<>();
    private final List<Boolean> hasDevice = new ArrayList<>();
    private final List<Long> sources = new ArrayList<>();

    RigDevices(RankRig rig, long seed) {
        this.rig = rig;
        Random random = new Random(seed);
        device = new CheckedDevice(rig.memory(), "checked", seed);
        rig.alsoAdvance(device::advance);
        for (int rank = 0; rank < rig.size(); rank++) {
            hasDevice.add(rank == 0 || random.nextBoolean());
        }
    }

    boolean isAt(int rank) {
        return hasDevice.get(rank);
    }

    MemorySpace spaceOf(int rank) {
        return isAt(rank) ? MemorySpace.DEVICE : MemorySpace.HOST;
    }

    Stager stagerOf(int rank) {
        return stagers.computeIfAbsent(rank, each -> new Stager(device, 0));
    }

    /** What ranks with devices send is still on its way to the device, as a program left it that named no queue. */
    RigCase late(RigCase rigCase) {
        for (int rank = 0; rank < rig.size(); rank++) {
            long bytes = rigCase.sendBytes(rank);
            if (isAt(rank) && bytes > 0) {
                long send = rigCase.call(rank).sendAddress();
                long source = rig.memory().allocate(MemorySpace.HOST, bytes);
                rig.memory().transfer(source, send, bytes);
                device.clear(send, bytes);
                device.copyAsync(send, source, bytes, Platform.DEFAULT_QUEUE);
                sources.add(source);
            }
        }
        return rigCase;
    }

    void assertNothingLeft() {
        while (device.advance()) {
            // What the queues still have comes to its end.
        }
        stagers.values().forEach(stager -> assertTrue(stager.isIdle()));
        stagers.values().forEach(Stager::close);
        sources.forEach(source -> rig.memory().free(MemorySpace.HOST, source));
        device.assertNothingLeaked();
        rig.assertNothingLeft();
    }
}
