package iccl.kernel.internal.bootstrap;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether somebody started this process as one of several ranks; so that it never takes itself for a world of one. */
final class LaunchTrace {
    /** The sizes of the worlds that icclrun, Open MPI and MPICH make. */
    private static final List<String> SIZES = List.of("ICCL_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE");

    private LaunchTrace() {}

    /** The variable and its value when the process is one of several ranks, or null. */
    static @Nullable String find(Function<String, @Nullable String> environment) {
        for (String name : SIZES) {
            String value = environment.apply(name);
            if (value != null && !value.isBlank() && !value.strip().equals("1")) {
                return name + "=" + value;
            }
        }
        return null;
    }
}
