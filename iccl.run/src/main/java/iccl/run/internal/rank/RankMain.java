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
    /** How long other exit hooks may take after a failure. */
    private static final long EXIT_LIMIT_MILLIS = 2000;

    private RankMain() {}

    public static void main(String[] given) {
        Map<String, String> environment = ProcessText.environment();
        String job = environment.get("ICCL_JOB_DIR");
        RankIdentity rank = RankIdentity.of(environment);
        FailureRecord record = new FailureRecord(rank, job == null ? null : Path.of(job));
        int status = run(ProcessText.arguments(given), record);
        if (status == 0) {
            ProcessContainer.close();
            System.exit(0);
        }
        fail(status);
    }

    // Whatever a program throws is this rank's failure and has to be reported as such.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static int run(List<String> arguments, FailureRecord record) {
        try {
            int status = start(arguments.get(0), arguments.get(1), arguments.subList(2, arguments.size()));
            if (status != 0) {
                record.exitStatus(status);
            }
            return status;
        } catch (Throwable failure) {
            record.exception(failure, FAILED);
            return FAILED;
        }
    }

    private static int start(String kind, String target, List<String> arguments) throws Throwable {
        List<String> own = List.copyOf(arguments);
        return switch (kind) {
            case "program" -> ServicePrograms.runNamed(target, own);
            case "jar" -> JarPrograms.run(Path.of(target), own);
            default -> throw new IllegalArgumentException("a rank cannot run a " + kind);
        };
    }

    /** Leaves without stopping the bundles: closing MPI would wait for ranks that wait for this one. */
    private static void fail(int status) {
        ProcessContainer.abandon();
        System.out.flush();
        Thread exit = new Thread(() -> System.exit(status), "iccl-fail");
        exit.setDaemon(true);
        exit.start();
        try {
            exit.join(EXIT_LIMIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(status);
    }
}
