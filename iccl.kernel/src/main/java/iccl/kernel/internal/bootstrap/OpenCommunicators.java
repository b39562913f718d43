package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.communicator.Blueprint;
import iccl.kernel.internal.communicator.RankCommunicator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open communicators of the library. One whose backend or host platform goes away fails at once.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class OpenCommunicators implements Blueprint.Registry {
    private final PortDirectory directory;
    private final HostSlot hosts;
    private final DeviceSlot devices;
    private final Set<RankCommunicator> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    public OpenCommunicators(PortDirectory directory, HostSlot hosts, DeviceSlot devices) {
        this.directory = directory;
        this.hosts = hosts;
        this.devices = devices;
    }

    @Override
    public RankCommunicator open(Blueprint blueprint) {
        RankCommunicator made;
        try {
            made = new RankCommunicator(blueprint);
        } catch (RuntimeException e) {
            blueprint.endpoint().close();
            throw e;
        }
        open.add(made);
        loseIfGone(made);
        return made;
    }

    /** What it stands on may have gone while it was made. */
    private void loseIfGone(RankCommunicator made) {
        Blueprint blueprint = made.blueprint();
        if (stopped) {
            made.shutDown(libraryStopped());
        } else if (blueprint.backend() != SelfBackend.INSTANCE
                && !directory.backends().contains(blueprint.backend())) {
            made.lose(gone("backend " + made.backend()));
        } else if (!hosts.contains(blueprint.memory())) {
            made.lose(gone("platform " + blueprint.memory().platformName()));
        } else if (made.device() != null && !devices.contains(made.device())) {
            made.lose(gone("platform " + made.platform()));
        }
    }

    @Override
    public void closed(RankCommunicator communicator) {
        open.remove(communicator);
    }

    /**
     * Fails all that stand on a backend, a host memory or a device; returns when none of them uses it any more.
     *
     * @param name for the message: {@code backend local}
     */
    public void lose(Object foundation, String name) {
        List<RankCommunicator> lost = open.stream()
                .filter(communicator -> communicator.standsOn(foundation))
                .toList();
        // All learn the reason before the first tells its peers that it is gone: some are each other's peers.
        lost.forEach(communicator -> communicator.condemn(gone(name)));
        lost.forEach(communicator -> communicator.lose(gone(name)));
    }

    private static IcclException gone(String name) {
        return new IcclException(ResultCode.INVALID_USAGE, name + " was stopped or updated; make a new communicator");
    }

    /** The library ends. */
    public void shutDown() {
        stopped = true;
        for (RankCommunicator communicator : open) {
            communicator.shutDown(libraryStopped());
        }
    }

    static IcclException libraryStopped() {
        return new IcclException(ResultCode.INVALID_USAGE, "the ICCL kernel was stopped or updated; get Iccl anew");
    }
}
