package iccl.kernel.internal.communicator;

import iccl.api.MemorySpace;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.DeviceMover;
import iccl.kernel.internal.collective.DirectMachine;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Patience;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.StagedMachine;
import iccl.kernel.internal.collective.Stager;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.internal.memory.MemoryBuffer;
import iccl.kernel.internal.memory.ScratchPool;
import iccl.kernel.internal.select.TuningTable;
import iccl.kernel.port.Endpoint;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one rank of a communicator has for operations on device memory: its device, the way there, a pool of pinned chunks,
 * and what the ranks agreed on.
 *
 * <p>Threads: {@link #agree} before the first operation; then all methods may be called by any thread, {@link #close} under
 * the driver's guard.
 */
final class Staging {
    private static final Logger LOG = LoggerFactory.getLogger(Staging.class);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final @Nullable DeviceMemory device;
    private final @Nullable Stager stager;
    private final @Nullable ScratchPool pinned;
    /** With {@link #mover}, for operations that never leave the device. */
    private final @Nullable ScratchPool onDevice;

    private final @Nullable DeviceMover mover;
    /** Why this rank's transport does not take the device's memory; null when it does. */
    private final @Nullable String objection;

    private final Scratch hostScratch;
    private final Agreement.Trait trait;
    private final TuningTable tuning;
    private volatile Agreement agreement;
    private volatile boolean isAgreeing;

    /**
     * @param patience for copies on the device
     */
    Staging(
            @Nullable DeviceMemory device,
            Blueprint blueprint,
            Scratch hostScratch,
            Settings settings,
            Patience patience) {
        this.device = device;
        this.hostScratch = hostScratch;
        if (device == null) {
            stager = null;
            pinned = null;
            onDevice = null;
            mover = null;
        } else {
            int index = device.device().index();
            stager = new Stager(device.platform(), index);
            pinned = new ScratchPool(device.platform(), index, settings.scratchBytes());
            mover = new DeviceMover(stager, patience);
            onDevice = ScratchPool.onDevice(device.platform(), index, settings.scratchBytes());
        }
        Endpoint endpoint = blueprint.endpoint();
        objection = device == null ? null : endpoint.objectionToDeviceMemory(device.platformName());
        tuning = TuningTable.of(settings);
        trait = new Agreement.Trait(
                device != null,
                consent(settings),
                settings.chunkBytes(),
                device == null ? blueprint.memory().platformName() : device.platformName(),
                tuning.checksum());
        agreement = Agreement.ofOne(trait, endpoint.size());
    }

    private Agreement.Consent consent(Settings settings) {
        if (device == null) {
            return Agreement.Consent.GIVEN;
        }
        if (!settings.direct()) {
            return Agreement.Consent.FORBIDDEN;
        }
        return objection == null ? Agreement.Consent.GIVEN : Agreement.Consent.REFUSED;
    }

    /** Asks the other ranks; all of them do. */
    void agree(Blueprint blueprint, Issuer issuer) {
        // Until it is known, what tells it must go as between ranks without devices.
        agreement = new Agreement(false, null, trait.chunkBytes(), agreement.platforms());
        isAgreeing = true;
        agreement = Agreement.with(trait, blueprint, issuer);
        isAgreeing = false;
    }

    /** What was measured to be fastest, the same on all ranks; nothing until they have agreed. */
    TuningTable tuning() {
        return isAgreeing ? TuningTable.NONE : tuning;
    }

    Agreement agreement() {
        return agreement;
    }

    @Nullable
    DeviceMemory device() {
        return device;
    }

    StagedMachine.Path path() {
        return new StagedMachine.Path(stager, pinned == null ? hostScratch : pinned, agreement.chunkBytes());
    }

    /** Makes machines that work on this rank's device memory where it is. */
    DirectMachine direct(Workbench bench, Algorithm algorithm) {
        if (stager == null || mover == null || onDevice == null) {
            throw new IllegalStateException("this rank has no device");
        }
        Machine inner = algorithm.machine().apply(bench.elsewhere(mover, mover.keeping(onDevice)));
        return new DirectMachine(bench, inner, stager);
    }

    /** Why an operation cannot take that buffer; null when it can. */
    @Nullable
    String objection(MemoryBuffer buffer) {
        DeviceMemory own = device;
        if (buffer.space() != MemorySpace.DEVICE || own != null && agreement.isStaged() && buffer.isOf(own)) {
            return null;
        }
        return own == null
                ? "is device memory, but this rank was made without a device; see iccl.platform, and make the communicator "
                        + "when the device's platform is there"
                : "is device memory of another platform or device than " + own.platformName() + " device "
                        + own.device().index() + ", which this communicator was made with";
    }

    /** For people. */
    String describe() {
        Agreement now = agreement;
        if (!now.isStaged()) {
            return "";
        }
        TreeMap<String, Integer> ranks = new TreeMap<>();
        now.platforms().forEach(name -> ranks.merge(name, 1, Integer::sum));
        StringBuilder text = new StringBuilder(", ranks by platform ").append(ranks);
        text.append(
                now.isDirect() ? ", device memory goes straight to the transport, reductions" : ", device memory goes");
        text.append(" through chunks of ").append(now.chunkBytes()).append(" bytes of pinned memory");
        if (pinned != null) {
            text.append(" (").append(pinned.describe()).append(')');
        }
        String detour = now.detour();
        if (detour != null) {
            boolean isOwn = objection != null && trait.consent() == Agreement.Consent.REFUSED;
            text.append(", since ").append(isOwn ? objection : detour);
        }
        return text.toString();
    }

    /** Gives everything back, when the copies that are under way have ended. */
    void close() {
        Stager way = stager;
        if (way == null || pinned == null || onDevice == null) {
            return;
        }
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!way.isIdle()) {
            if (System.nanoTime() - deadlineNs > 0) {
                LOG.warn("Copies to or from a device did not end within 5 s; their memory is left alone");
                return;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        way.close();
        pinned.close();
        onDevice.close();
    }
}
