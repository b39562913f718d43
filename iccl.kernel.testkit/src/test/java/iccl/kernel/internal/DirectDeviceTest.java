package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.Platform;
import iccl.kernel.testkit.CheckedDevice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Device memory over a transport that takes its addresses, through the whole library. */
@Timeout(60)
class DirectDeviceTest {
    private static final int COUNT = 5000;
    private static final int BYTES = COUNT * 4;
    private static final String UNUSED = "taken from 0 times";

    /** What a device brings along, and where it is to be given back. */
    private static final class Setting implements AutoCloseable {
        final LibraryRig rig;
        final CheckedDevice device;
        final List<Buffer> sources = Collections.synchronizedList(new ArrayList<>());

        Setting(String platform, String... settings) {
            rig = LibraryRig.withThreads(settings);
            rig.addBackendFor(platform);
            device = new CheckedDevice(rig.memory, "device", 42);
            rig.kernel.put(device, Map.of());
        }

        Buffer make() {
            return rig.kernel.memAlloc(BYTES, MemorySpace.DEVICE);
        }

        /** Device memory into which the numbers first, first + 1, … are still being copied, by a program without a queue. */
        Buffer late(int first) {
            Buffer source = rig.kernel.memAlloc(BYTES);
            for (int index = 0; index < COUNT; index++) {
                source.asByteBuffer().putInt(4 * index, first + index);
            }
            Buffer buffer = make();
            int part = BYTES / 50;
            for (int at = 0; at < BYTES; at += part) {
                device.copyAsync(buffer.address() + at, source.address() + at, part, Platform.DEFAULT_QUEUE);
            }
            sources.add(source);
            return buffer;
        }

        int numberAt(Buffer buffer, int index) {
            Buffer host = rig.kernel.memAlloc(4);
            rig.kernel.copy(host, buffer.slice(4L * index, 4));
            int number = host.asByteBuffer().getInt(0);
            rig.kernel.memFree(host);
            return number;
        }

        void expect(Buffer buffer, int offset, int first) {
            assertEquals(first, numberAt(buffer, offset));
            assertEquals(first + COUNT - 1, numberAt(buffer, offset + COUNT - 1));
        }

        @Override
        public void close() {
            while (device.advance()) {
                // The program's own copies come to their end.
            }
            sources.forEach(rig.kernel::memFree);
            rig.close();
            device.assertNothingLeaked();
        }
    }

    private static String explain(Communicator rank, Operation operation) {
        return rank.explain(operation, COUNT, Datatype.INT32, ReductionOp.SUM);
    }

    private static void moveAll(Setting setting, Communicator rank) {
        int size = rank.size();
        Buffer all = setting.rig.kernel.memAlloc((long) size * BYTES, MemorySpace.DEVICE);
        Buffer one = setting.make();
        Buffer own = setting.late(100 * rank.rank());
        rank.allGather(own, all, COUNT, Datatype.INT32, null);
        for (int other = 0; other < size; other++) {
            setting.expect(all, other * COUNT, 100 * other);
        }
        rank.scatter(rank.rank() == 1 ? all : null, one, COUNT, Datatype.INT32, 1, null);
        setting.expect(one, 0, 100 * rank.rank());
        Buffer next = setting.late(7 * rank.rank());
        rank.broadcast(rank.rank() == 2 ? next : null, one, COUNT, Datatype.INT32, 2, null);
        setting.expect(one, 0, 14);
        rank.gather(next, rank.rank() == 0 ? all : null, COUNT, Datatype.INT32, 0, null);
        if (rank.rank() == 0) {
            setting.expect(all, 2 * COUNT, 14);
        }
        rank.allGather(own, all, COUNT, Datatype.INT32, null);
        rank.allToAll(all, all, COUNT, Datatype.INT32, null);
        setting.expect(all, 0, 100 * rank.rank());
        setting.expect(all, 2 * COUNT, 100 * rank.rank());
        Buffer last = setting.late(1000 * rank.rank());
        setting.rig.kernel.groupStart();
        rank.send(last, COUNT, Datatype.INT32, (rank.rank() + 1) % size, null);
        rank.recv(one, COUNT, Datatype.INT32, (rank.rank() + size - 1) % size, null);
        setting.rig.kernel.groupEnd();
        setting.expect(one, 0, 1000 * ((rank.rank() + size - 1) % size));
        for (Buffer buffer : List.of(all, one, own, next, last)) {
            setting.rig.kernel.memFree(buffer);
        }
    }

    @Test
    void shouldMoveBytesWithoutTheHost() {
        try (Setting setting = new Setting("device")) {
            List<Communicator> ranks = setting.rig.kernel.commInitAll(3);
            onEach(ranks, rank -> moveAll(setting, rank));
            String text = explain(ranks.get(0), Operation.ALL_GATHER);
            assertTrue(text.contains("device memory goes straight to the transport"), text);
            assertTrue(text.contains(UNUSED), text);
            ranks.forEach(Communicator::close);
        }
    }

    /** Reductions are the kernel's, to the bit, and so on the host; parts of a communicator are as the whole. */
    @Test
    void shouldReduceThroughTheHost() {
        try (Setting setting = new Setting("device", "iccl.chunk=4K")) {
            List<Communicator> ranks = setting.rig.kernel.commInitAll(4);
            onEach(ranks, whole -> {
                try (Communicator rank = java.util.Objects.requireNonNull(whole.split(whole.rank() % 2, 0))) {
                    Buffer own = setting.late(whole.rank());
                    rank.allReduce(own, own, COUNT, Datatype.INT32, ReductionOp.MAX, null);
                    setting.expect(own, 0, 2 + whole.rank() % 2);
                    String text = explain(rank, Operation.ALL_REDUCE);
                    assertTrue(
                            text.contains("straight to the transport, reductions through chunks of 4096 bytes"), text);
                    assertTrue(text.contains("taken from 1 times"), text);
                    setting.rig.kernel.memFree(own);
                }
            });
            ranks.forEach(Communicator::close);
        }
    }

    @Test
    void shouldNotWhenTheSettingSaysNo() {
        assertStaged(new Setting("device", "ICCL_DIRECT=0"), ", since iccl.direct is 0 on every rank");
    }

    @Test
    void shouldNotWhenTheTransportTakesMemoryOfOthersOnly() {
        assertStaged(new Setting("other"), ", since threads take memory of the host only");
    }

    private static void assertStaged(Setting each, String reason) {
        try (Setting setting = each) {
            List<Communicator> ranks = setting.rig.kernel.commInitAll(3);
            onEach(ranks, rank -> moveAll(setting, rank));
            String text = explain(ranks.get(1), Operation.ALL_GATHER);
            assertTrue(text.contains("device memory goes through chunks of") && text.contains(reason), text);
            assertTrue(!text.contains(UNUSED), text);
            ranks.forEach(Communicator::close);
        }
    }
}
