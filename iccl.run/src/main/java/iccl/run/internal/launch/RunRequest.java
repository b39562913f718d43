package iccl.run.internal.launch;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for.
 *
 * @param ranks how many; at least 1
 * @param launcher {@code auto}, or a flavour's label
 * @param platform {@code auto}, or a platform's name
 * @param forwarded values of {@code -x}: {@code NAME}, {@code NAME=VALUE} or {@code PREFIX*}
 * @param output what happens to the ranks' output
 * @param timeoutSeconds 0 for none
 * @param verbosity how much the launcher says
 * @param program PROGRAM
 * @param arguments ARGS
 */
public record RunRequest(
        int ranks,
        String launcher,
        String platform,
        List<String> forwarded,
        Output output,
        double timeoutSeconds,
        Verbosity verbosity,
        String program,
        List<String> arguments) {

    /** How much the launcher says on standard error. */
    public enum Verbosity {
        QUIET,
        NORMAL,
        VERBOSE
    }

    /**
     * What happens to the ranks' output beside being shown.
     *
     * @param isTagged whether each line gets its rank and stream
     * @param directory where each rank's streams are kept as files, or null
     */
    public record Output(boolean isTagged, @Nullable Path directory) {}
}
