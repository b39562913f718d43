package iccl.backend.openmpi.internal;

import iccl.backend.mpi.DeviceMemory;
import iccl.backend.mpi.Ending;
import iccl.backend.mpi.MpiCommunicator;
import iccl.backend.mpi.MpiFailure;
import iccl.backend.mpi.MpiLibrary;
import iccl.backend.mpi.Tags;
import iccl.backend.mpi.ThreadLevel;
import iccl.kernel.port.HostPlatform;
import java.util.concurrent.locks.Lock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpi.MPI;
import mpi.MPIException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open MPI in this process. The first of its kind starts it; a bundle that comes later finds it started, because the
 * bindings' classes are the framework's and stay. Where the host program started it, it also ends it.
 */
final class OpenMpiLibrary implements MpiLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(OpenMpiLibrary.class);
    private static final Pattern VERSION = Pattern.compile("Open MPI v?([0-9][0-9A-Za-z.]*)");

    /** Who started Open MPI in this process; a system property, because it outlives this bundle. */
    private static final String STARTED_BY = "iccl.openmpi.started";

    /** An extension of its C API. The bindings open the library for all to see. */
    private static final String CUDA_SUPPORT = "MPIX_Query_cuda_support";

    private static final String US = "us";
    /** The C API says so: the host program did, and the bindings have still to be told. */
    private static final String HOST = "host";

    private final ThreadLevel level;
    private final String version;

    private OpenMpiLibrary() throws MPIException {
        boolean multiple = startedLevel() >= MPI.THREAD_MULTIPLE;
        if (!multiple && isOurs()) {
            LOG.warn("Open MPI was built without MPI_THREAD_MULTIPLE; all calls of this process go one by one");
        } else if (!multiple) {
            LOG.info("The program started Open MPI without MPI_THREAD_MULTIPLE; all calls of ours go one by one");
        }
        level = new ThreadLevel(multiple);
        version = versionIn(MPI.getLibVersion());
        Object largestTag = MPI.COMM_WORLD.getAttr(MPI.TAG_UB);
        if (!(largestTag instanceof Integer number) || number < Tags.LARGEST) {
            throw new MpiFailure(
                    MpiFailure.Kind.OTHER,
                    "its largest tag is " + largestTag + "; " + Tags.LARGEST + " is needed",
                    MpiFailure.UNKNOWN);
        }
    }

    /** Starts Open MPI unless it is started. Throws {@link MpiFailure} or {@link LinkageError}. */
    static synchronized OpenMpiLibrary start() {
        try {
            return new OpenMpiLibrary();
        } catch (MPIException failure) {
            throw OpenMpiCommunicator.failed(failure);
        }
    }

    private static int startedLevel() throws MPIException {
        if (MPI.isFinalized()) {
            throw new MPIException("Open MPI has ended in this process and cannot be started again");
        }
        if (!MPI.isInitialized()) {
            int level = MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
            System.setProperty(STARTED_BY, US);
            return level;
        }
        if (System.getProperty(STARTED_BY, "").equals(HOST)) {
            // The C API has seen to it that this starts the bindings only.
            MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
            System.setProperty(STARTED_BY, "the program");
        }
        return MPI.queryThread();
    }

    private static boolean isOurs() {
        return System.getProperty(STARTED_BY, "").equals(US);
    }

    /** From {@code Open MPI v4.1.4, package: Debian OpenMPI, …}. */
    static String versionIn(String text) {
        Matcher matcher = VERSION.matcher(text);
        return "Open MPI" + (matcher.find() ? " " + matcher.group(1) : "");
    }

    @Override
    public String name() {
        return OpenMpiBackend.NAME;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public MpiCommunicator world(HostPlatform host) {
        try {
            // How errors in the program's own messages are handled is the program's business.
            return isOurs()
                    ? OpenMpiCommunicator.returningErrors(MPI.COMM_WORLD, host, level)
                    : new OpenMpiCommunicator(MPI.COMM_WORLD, host, level);
        } catch (MPIException failure) {
            throw OpenMpiCommunicator.failed(failure);
        }
    }

    @Override
    public Lock newLock() {
        return level.newLock();
    }

    @Override
    public @Nullable String objectionToDeviceMemory(String platform, HostPlatform host) {
        return DeviceMemory.objection(platform, version, CUDA_SUPPORT, () -> host.ask(CUDA_SUPPORT));
    }

    @Override
    public boolean isEnded() {
        try {
            return MPI.isFinalized();
        } catch (MPIException failure) {
            throw OpenMpiCommunicator.failed(failure);
        }
    }

    @Override
    public void finish() {
        if (!isOurs()) {
            return;
        }
        Ending.within(version, () -> {
            try {
                if (!MPI.isFinalized()) {
                    MPI.Finalize();
                }
            } catch (MPIException failure) {
                throw OpenMpiCommunicator.failed(failure);
            }
        });
    }
}
