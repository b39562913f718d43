package iccl.examples.internal.bench;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.examples.internal.suite.BufferOption;
import iccl.examples.internal.suite.Converters;
import iccl.examples.internal.suite.Memory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The command line of the benchmark: the options of nccl-tests, as far as they mean something here. */
@Command(
        name = "bench",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Measures operations over sizes and checks their results.")
final class BenchOptions {
    private static final int AVERAGE = 1;
    private static final int LARGEST = 3;

    @Parameters(paramLabel = "OP", description = "What to measure: all_reduce (default), ... or 'all'.")
    private List<String> operations = new ArrayList<>();

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "Operations per round. Default: as many as take 20 ms, 5 to 20000.")
    private int iterations;

    @Option(
            names = {"-w", "--warmup_iters"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description =
                    "Operations before the first round. Default: as many as take 100 ms, 3 s for the first size, and more while the JVM compiles.")
    private int warmUp;

    @Option(
            names = {"-N", "--run_cycles"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "Rounds; their median is printed. Default: 5.")
    private int rounds = 5;

    @Option(
            names = {"-a", "--average"},
            paramLabel = "HOW",
            description =
                    "Of the ranks' times: 0 rank 0's, 1 the average (default), 2 the smallest, 3 the largest (always "
                            + "in a comparison).")
    private int average = AVERAGE;

    @Option(
            names = {"-d", "--datatype"},
            paramLabel = "TYPE",
            converter = Converters.Types.class,
            description = "Datatype, or several with commas between, or 'all'. Default: float32.")
    private Converters.Chosen<Datatype> types = new Converters.Chosen<>(List.of(Datatype.FLOAT32));

    @Option(
            names = {"-o", "--op"},
            paramLabel = "OP",
            converter = Converters.Ops.class,
            description = "Reduction: sum, prod, max, min, avg, or several, or 'all'. Default: sum.")
    private Converters.Chosen<ReductionOp> ops = new Converters.Chosen<>(List.of(ReductionOp.SUM));

    @Option(
            names = {"-r", "--root"},
            paramLabel = "RANK",
            description = "The root's rank. Default: 0.")
    private int root;

    @Option(
            names = {"-c", "--check"},
            paramLabel = "0|1",
            description = "1 checks every element of a result before the rounds (default), 0 does not.")
    private int check = 1;

    @Mixin
    private BufferOption buffer = new BufferOption();

    @Mixin
    private ReportOptions reports = new ReportOptions();

    @Option(names = "--against", hidden = true)
    private @Nullable String against;

    /** What the launcher compares us with. */
    @Option(names = "--baselines", hidden = true, split = ",")
    private List<String> baselines = new ArrayList<>();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and do nothing.")
    private boolean help;

    /** For the launcher that tunes: rows that it reads, of all operations if none is named. */
    @Option(names = "--rows", hidden = true)
    private boolean isTuning;

    private final CommandLine commandLine = new CommandLine(this);
    private final List<Measured> chosen = new ArrayList<>();

    private BenchOptions() {}

    /**
     * @param all what can be measured
     * @throws ParameterException for what it cannot understand, with one line that says so
     */
    static BenchOptions parse(List<String> args, List<Measured> all, int ranks) {
        BenchOptions options = new BenchOptions();
        options.commandLine.parseArgs(args.toArray(String[]::new));
        if (!options.help) {
            options.choose(all);
            options.check(ranks);
        }
        return options;
    }

    private void choose(List<Measured> all) {
        Map<String, Measured> byName = new LinkedHashMap<>();
        all.forEach(one -> byName.put(one.name(), one));
        Set<Measured> wanted = new LinkedHashSet<>();
        String standard = isTuning ? "all" : "all_reduce";
        for (String name : operations.isEmpty() ? List.of(standard) : operations) {
            if (name.equals("all")) {
                wanted.addAll(all);
            } else if (byName.containsKey(name)) {
                wanted.add(byName.get(name));
            } else {
                throw wrong("'" + name + "' cannot be measured; there are " + String.join(", ", byName.keySet())
                        + ", or 'all'");
            }
        }
        chosen.addAll(wanted);
    }

    private void check(int ranks) {
        String mistake = sizes.mistake();
        if (mistake != null) {
            throw wrong(mistake);
        }
        if (against != null) {
            throw wrong("--against takes a launcher that starts the others: icclrun bench --against " + against);
        }
        if (root < 0 || root >= ranks) {
            throw wrong("--root " + root + " is no rank; there are 0 to " + (ranks - 1));
        }
        if (average < 0 || average > 3) {
            throw wrong("--average " + average + " must be 0, 1, 2 or 3");
        }
        if (check != 0 && check != 1) {
            throw wrong("--check " + check + " must be 0 or 1");
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(commandLine, what);
    }

    boolean help() {
        return help;
    }

    String usage() {
        return commandLine.getUsageMessage(Ansi.OFF);
    }

    List<Measured> operations() {
        return chosen;
    }

    List<Long> sizes() {
        return sizes.sizes();
    }

    List<Datatype> types() {
        return types.values();
    }

    List<ReductionOp> ops() {
        return ops.values();
    }

    int root() {
        return root;
    }

    /** Operations per round; 0 = to be found out. */
    int iterations() {
        return iterations;
    }

    /** Operations before the first round; 0 = to be found out. */
    int warmUp() {
        return warmUp;
    }

    int rounds() {
        return rounds;
    }

    int average() {
        return baselines.isEmpty() ? average : LARGEST;
    }

    boolean checks() {
        return check == 1;
    }

    Memory.Kind buffer() {
        return buffer.kind();
    }

    boolean isTuning() {
        return isTuning;
    }

    List<String> baselines() {
        return baselines;
    }

    ReportOptions reports() {
        return reports;
    }
}
