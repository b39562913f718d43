package iccl.run.internal.rank;

import iccl.run.internal.container.ProcessContainer;
import iccl.run.internal.text.ProcessText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The process of one rank: {@code RankMain KIND TARGET [ARGS...]}. KIND is {@code program}, an installed program's name
 * follows, or {@code jar}, a file's path follows.
 */
public final class RankMain {
    private static final int FAILED = 1;

    private RankMain() {}

    public static void main(String[] given) {
        Map<String, String> environment = ProcessText.environment();
        RankIdentity rank = RankIdentity.of(environment);
        String job = environment.get("ICCL_JOB_DIR");
        JobEvents events = job == null || rank.number().isEmpty() ? null : JobEvents.of(Path.of(job), rank);
        FailureRecord record = new FailureRecord(rank, events);
        boolean isMpi = !environment.getOrDefault("ICCL_LAUNCHER", "none").equals("none");
        RankExit exit = new RankExit(record, events, isMpi);
        if (events != null) {
            ProcessContainer.abandonWhen(events::isJobEnding);
        }
        exit.leave(run(ProcessText.arguments(given), record, exit));
    }

    // Whatever a program throws is this rank's failure and has to be reported as such.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static int run(List<String> arguments, FailureRecord record, RankExit exit) {
        try {
            int status = start(arguments.get(0), arguments.get(1), arguments.subList(2, arguments.size()), exit);
            if (status != 0) {
                record.exitStatus(status);
            }
            return status;
        } catch (Throwable failure) {
            record.exception(failure, FAILED);
            return FAILED;
        }
    }

    private static int start(String kind, String target, List<String> arguments, RankExit exit) throws Throwable {
        List<String> own = List.copyOf(arguments);
        return switch (kind) {
            case "program" -> ServicePrograms.runNamed(target, own);
            case "jar" -> {
                ExitWatch.install(exit::onProgramExit);
                yield JarPrograms.run(Path.of(target), own);
            }
            default -> throw new IllegalArgumentException("a rank cannot run a " + kind);
        };
    }
}
