package iccl.backend.mpich.internal;

import static iccl.backend.mpich.internal.Results.checked;

import iccl.backend.mpi.DeviceMemory;
import iccl.backend.mpi.Ending;
import iccl.backend.mpi.MpiCommunicator;
import iccl.backend.mpi.MpiFailure;
import iccl.backend.mpi.MpiLibrary;
import iccl.backend.mpi.Tags;
import iccl.backend.mpi.ThreadLevel;
import iccl.backend.mpich.internal.jni.MpichNative;
import iccl.backend.mpich.internal.jni.NativeLibrary;
import iccl.kernel.port.HostPlatform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MPICH, or a library that shares its ABI, in this process. The library stays for the life of the process; a bundle that
 * comes later opens it again and finds it started. Where the host program started it, it also ends it.
 */
final class MpichLibrary implements MpiLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(MpichLibrary.class);

    /** Whether we started MPICH in this process; a system property, because it outlives this bundle. */
    private static final String OURS = "iccl.mpich.ours";

    /** Those of MPICH and of its relatives: one of them is asked. */
    private static final String CUDA_SUPPORT = "MPIX_GPU_query_support or MPIX_Query_cuda_support";

    private final ThreadLevel level;
    private final String version;

    private MpichLibrary(String version) {
        this.version = version;
        if (MpichNative.isFinalized() != 0) {
            throw refused(version + " has ended in this process and cannot be started again");
        }
        if (MpichNative.isInitialized() == 0) {
            System.setProperty(OURS, "true");
        }
        boolean multiple = checked(MpichNative.start()) == 1;
        if (!multiple && Boolean.getBoolean(OURS)) {
            LOG.warn("{} has no MPI_THREAD_MULTIPLE; all calls of this process go one by one", version);
        } else if (!multiple) {
            LOG.info("The program started {} without MPI_THREAD_MULTIPLE; all calls of ours go one by one", version);
        }
        level = new ThreadLevel(multiple);
        int wrong = MpichNative.wrongType();
        if (wrong >= 0) {
            throw refused(version + " has another ABI than MPICH: the size of its datatype " + Codes.typeNamed(wrong)
                    + " is wrong");
        }
        long largestTag = checked(MpichNative.largestTag());
        if (largestTag < Tags.LARGEST) {
            throw refused("the largest tag of " + version + " is " + largestTag + "; " + Tags.LARGEST + " is needed");
        }
    }

    private static MpiFailure refused(String why) {
        return new MpiFailure(MpiFailure.Kind.OTHER, why, MpiFailure.UNKNOWN);
    }

    /** Opens the first of these libraries that can be opened, and starts MPI unless it is started. */
    static synchronized MpichLibrary start(List<String> names) throws IOException {
        NativeLibrary.load();
        StringBuilder tried = new StringBuilder();
        for (String name : names) {
            ByteBuffer text = Texts.bufferOf(name);
            if (MpichNative.open(text) == 0) {
                return new MpichLibrary(versionOf(name));
            }
            tried.append(tried.isEmpty() ? "" : "; ").append(name).append(": ").append(Texts.read(text));
        }
        throw new IOException(tried.toString());
    }

    /** What the library says of itself, before it is started: another MPI of that file name must not be. */
    private static String versionOf(String name) {
        ByteBuffer text = Texts.buffer();
        MpichNative.libraryVersion(text);
        String said = Texts.read(text);
        Optional<String> version = MpichVersions.in(said);
        return version.orElseThrow(() -> refused(name + " is not of the MPICH family: it says '"
                + said.lines().findFirst().orElse("") + "'"));
    }

    @Override
    public String name() {
        return MpichBackend.NAME;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public MpiCommunicator world(HostPlatform host) {
        // How errors in the program's own messages are handled is the program's business.
        return Boolean.getBoolean(OURS)
                ? MpichCommunicator.returningErrors(MpichNative.world(), level)
                : new MpichCommunicator(MpichNative.world(), level);
    }

    @Override
    public Lock newLock() {
        return level.newLock();
    }

    @Override
    public @Nullable String objectionToDeviceMemory(String platform, HostPlatform host) {
        return DeviceMemory.objection(platform, version, CUDA_SUPPORT, () -> {
            int answer = MpichNative.takesCudaMemory();
            return answer < 0 ? OptionalInt.empty() : OptionalInt.of(answer);
        });
    }

    @Override
    public boolean isEnded() {
        return MpichNative.isFinalized() != 0;
    }

    @Override
    public void finish() {
        if (!Boolean.getBoolean(OURS)) {
            return;
        }
        Ending.within(version, () -> {
            if (MpichNative.isFinalized() == 0) {
                checked(MpichNative.finish());
            }
        });
    }
}
