package iccl.examples.internal.suite;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Operation;
import iccl.api.Program;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/**
 * Runs an example for every datatype, reduction and root that the command line asks for, each several times, and prints a
 * line for each on rank 0. Nothing in here is needed to use the library; see the examples themselves for that.
 */
public final class Suite {
    private static final int ALL_RIGHT = 0;
    private static final int SOMETHING_WRONG = 1;
    private static final int BAD_USAGE = 2;

    private final String program;
    private final Operation operation;

    /**
     * @param program the name that users type
     * @param operation what it shows; says which options there are
     */
    public Suite(String program, Operation operation) {
        this.program = program;
        this.operation = operation;
    }

    /**
     * @param example one iteration, for one datatype, reduction and root
     * @return the exit status that {@link Program#run} is to return; the same on every rank
     */
    public int run(Iccl iccl, List<String> args, Consumer<Trial> example) {
        Communicator world = iccl.world();
        boolean speaks = world.rank() == 0;
        Options options;
        List<Case> cases;
        try {
            options = Options.parse(program, operation, args);
            cases = Case.of(options, world);
        } catch (ParameterException e) {
            if (speaks) {
                System.err.println(program + ": " + e.getMessage() + "; see " + program + " --help");
            }
            // All ranks have the same words and come here. The first that ends, ends the job: not before rank 0 has
            // spoken.
            world.barrier(null);
            return BAD_USAGE;
        }
        if (options.help()) {
            if (speaks) {
                System.out.print(options.usage());
            }
            return ALL_RIGHT;
        }
        boolean passed = true;
        try (Session session = Session.open(iccl, world, options.buffer(), options.stream())) {
            for (Case asked : cases) {
                Verdict verdict = run(session, asked, options.iterations(), example);
                passed &= verdict.passed();
                if (speaks) {
                    System.out.println(line(world, options, asked, verdict));
                }
            }
        }
        return passed ? ALL_RIGHT : SOMETHING_WRONG;
    }

    private static Verdict run(Session session, Case asked, int iterations, Consumer<Trial> example) {
        Communicator world = session.world();
        Data data = new Data(asked, world.size());
        long[] nanos = new long[iterations];
        Failure failure = null;
        long checksum = 0;
        for (int iteration = 0; iteration < nanos.length; iteration++) {
            Trial trial = new Trial(session, asked, data, iteration);
            example.accept(trial);
            trial.checkGuards();
            failure = failure == null ? trial.failure() : failure;
            checksum = 31 * checksum + trial.checksum();
            nanos[iteration] = trial.nanos();
        }
        Arrays.sort(nanos);
        Finding mine = new Finding(failure, checksum, nanos[nanos.length / 2]);
        return Verdict.of(session.iccl(), world, mine, asked.type());
    }

    private String line(Communicator world, Options options, Case asked, Verdict verdict) {
        StringBuilder line = new StringBuilder(program);
        append(line, asked.type() == null ? null : asked.type().label());
        append(line, asked.op() == null ? null : asked.op().label());
        append(line, asked.root() == Case.NO_ROOT ? null : "root=" + asked.root());
        append(line, asked.type() == null ? null : "count=" + asked.count());
        append(line, asked.inPlace() ? "in-place" : null);
        append(line, options.stream() ? "stream" : null);
        append(line, "ranks=" + world.size());
        append(line, "backend=" + world.backend());
        append(line, "platform=" + world.platform());
        append(line, String.format(Locale.ROOT, "time=%.1fus", verdict.nanos() / 1e3));
        append(line, verdict.passed() ? "PASSED" : "FAILED: " + verdict.problem());
        return line.toString();
    }

    private static void append(StringBuilder line, @Nullable String word) {
        if (word != null) {
            line.append(' ').append(word);
        }
    }
}
