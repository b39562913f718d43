package iccl.backend.mpi;

import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an MPI library says of memory of accelerators. There are questions for CUDA only; for others' devices nothing is
 * assumed.
 */
public final class DeviceMemory {
    private static final String CUDA_PLATFORM = "nvidia";

    private DeviceMemory() {}

    /**
     * Why messages cannot be from and to that memory, or null.
     *
     * @param version of the library, for people
     * @param question the functions by which it says whether it takes memory of CUDA devices, for people
     * @param answer asks: 1 = it says yes; empty when it has no such function
     */
    public static @Nullable String objection(
            String platform, String version, String question, Supplier<OptionalInt> answer) {
        if (!platform.equals(CUDA_PLATFORM)) {
            return version + " does not say whether it takes memory of " + platform;
        }
        OptionalInt said = answer.get();
        if (said.isEmpty()) {
            return version + " has no " + question
                    + ", so that it does not say whether it takes memory of CUDA devices";
        }
        return said.getAsInt() == 1
                ? null
                : version + " says that it does not take memory of CUDA devices (" + question + ")";
    }
}
