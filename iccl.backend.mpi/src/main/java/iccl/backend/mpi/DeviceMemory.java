package iccl.backend.mpi;

import org.jspecify.annotations.Nullable;

/**
 * What an MPI library says of memory of accelerators. There are questions for CUDA only; for others' devices nothing is
 * assumed.
 */
public final class DeviceMemory {
    private static final String CUDA_PLATFORM = "nvidia";

    /** Asks the library. */
    @FunctionalInterface
    public interface Question {
        /** Why it does not take memory of CUDA devices, after the library's name; null when it says that it does. */
        @Nullable
        String objection();
    }

    private DeviceMemory() {}

    /**
     * Why messages cannot be from and to that memory, or null.
     *
     * @param version of the library, for people
     */
    public static @Nullable String objection(String platform, String version, Question question) {
        if (!platform.equals(CUDA_PLATFORM)) {
            return version + " does not say whether it takes memory of " + platform;
        }
        String why = question.objection();
        return why == null ? null : version + " " + why;
    }
}
