package iccl.kernel.testkit;

import iccl.kernel.port.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Runs the contract on one rank that is a process: every check in a subgroup of the world. Arguments: the name of a
 * {@link ContractSubject}, and, if wanted, part of a check's name. Prints a line for each check; the exit status is 0
 * when all held.
 */
public final class BackendContractMain {
    private static final long HARD_LIMIT_MILLIS = 240_000;

    private BackendContractMain() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        endAfter(HARD_LIMIT_MILLIS);
        String only = args.length > 1 ? args[1] : "";
        int status;
        try (ContractSubject subject = Class.forName(args[0])
                .asSubclass(ContractSubject.class)
                .getConstructor()
                .newInstance()) {
            status = run(subject, only);
            if (status != 0) {
                // Ending MPI in order would wait for ranks that are stuck.
                Runtime.getRuntime().halt(status);
            }
        }
        System.exit(status);
    }

    private static int run(ContractSubject subject, String only) {
        try (Endpoint world = subject.backend().openWorld()) {
            int[] everybody = IntStream.range(0, world.size()).toArray();
            List<BackendCheck> checks = BackendContract.checks().stream()
                    .filter(check -> check.leastRanks() <= world.size())
                    .filter(check -> check.name().contains(only))
                    .toList();
            int tag = 0;
            for (BackendCheck check : checks) {
                ContractRank rank = new ContractRank(world.subgroup(everybody, tag++), subject.host());
                if (!holds(check, rank)) {
                    return 1;
                }
            }
            say("rank " + world.rank() + ": contract kept, " + checks.size() + " checks");
            return 0;
        }
    }

    // Whatever a check throws must be printed with its rank, errors too.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static boolean holds(BackendCheck check, ContractRank rank) {
        String line = "rank " + rank.rank() + " of " + rank.size() + ": " + check.name();
        try (rank) {
            long before = System.nanoTime();
            check.body().run(rank);
            say(line + ": ok, " + (System.nanoTime() - before) / 1_000_000 + " ms");
            return true;
        } catch (RuntimeException | Error failure) {
            say(line + ": FAILED: " + failure.getMessage());
            failure.printStackTrace(System.out);
            System.out.flush();
            return false;
        }
    }

    /** Prints a line in one piece: the ranks share a pipe. */
    private static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }

    /** A rank that hangs says where, and ends. */
    private static void endAfter(long millis) {
        Thread watch = new Thread(
                () -> {
                    try {
                        Thread.sleep(millis);
                    } catch (InterruptedException e) {
                        return;
                    }
                    System.out.println("contract: not done after " + millis / 1000 + " s; the threads stand here:");
                    for (Map.Entry<Thread, StackTraceElement[]> entry :
                            Thread.getAllStackTraces().entrySet()) {
                        System.out.println(entry.getKey());
                        for (StackTraceElement element : entry.getValue()) {
                            System.out.println("    at " + element);
                        }
                    }
                    System.out.flush();
                    Runtime.getRuntime().halt(124);
                },
                "contract-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
