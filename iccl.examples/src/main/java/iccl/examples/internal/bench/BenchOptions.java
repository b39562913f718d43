package iccl.examples.internal.bench;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.examples.internal.suite.Converters;
import iccl.examples.internal.suite.Memory;
import java.nio.file.Path;
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
    @Parameters(paramLabel = "OP", description = "What to measure: all_reduce (default), ... or 'all'.")
    private List<String> operations = new ArrayList<>(List.of("all_reduce"));

    @Option(
            names = {"-b", "--minbytes"},
            paramLabel = "BYTES",
            converter = Converters.Count.class,
            description = "The smallest size; K, M and G mean 1024 and its powers. Default: 64.")
    private long minBytes = 64;

    @Option(
            names = {"-e", "--maxbytes"},
            paramLabel = "BYTES",
            converter = Converters.Count.class,
            description = "The largest size. Default: 64M.")
    private long maxBytes = 64 << 20;

    @Option(
            names = {"-f", "--stepfactor"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "Each size is so many times the one before. Default: 4.")
    private int stepFactor = 4;

    @Option(
            names = {"-i", "--stepbytes"},
            paramLabel = "BYTES",
            converter = Converters.Count.class,
            description = "Each size is so much more than the one before; takes the place of --stepfactor.")
    private long stepBytes;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "Operations per round. Default: by size, 2000 to 5.")
    private int iterations;

    @Option(
            names = {"-w", "--warmup_iters"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "Operations before the first round. Default: as in a round, more for the first size.")
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
            description = "Of the ranks' times: 0 rank 0's, 1 the average (default), 2 the smallest, 3 the largest.")
    private int average = 1;

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

    @Option(
            names = "--buffer",
            paramLabel = "KIND",
            converter = Converters.Kind.class,
            description =
                    "'device': of the rank's device, of the host where it has none (default). 'alloc': of the host. "
                            + "'wrap': direct ByteBuffers of its own.")
    private Memory.Kind buffer = Memory.Kind.DEVICE;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the numbers there, too, as JSON.")
    private @Nullable Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the numbers there, too, as CSV.")
    private @Nullable Path csv;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and do nothing.")
    private boolean help;

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
        for (String name : operations) {
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
        if (minBytes > maxBytes) {
            throw wrong("--minbytes " + minBytes + " is more than --maxbytes " + maxBytes);
        }
        if (stepFactor < 2 && stepBytes == 0) {
            throw wrong("--stepfactor " + stepFactor + " would never reach --maxbytes; it must be 2 or more");
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

    /** In bytes, ascending. */
    List<Long> sizes() {
        List<Long> sizes = new ArrayList<>();
        for (long size = minBytes; size <= maxBytes; size = stepBytes > 0 ? size + stepBytes : larger(size)) {
            sizes.add(size);
        }
        return sizes;
    }

    private long larger(long size) {
        // The largest allowed size times the largest allowed factor would not fit.
        return size > maxBytes / stepFactor ? maxBytes + 1 : Math.max(1, size * stepFactor);
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

    /** Operations per round for a size. */
    int iterations(long bytes) {
        long bySize = (32L << 20) / Math.max(1, bytes);
        return iterations > 0 ? iterations : (int) Math.max(5, Math.min(2000, bySize));
    }

    int warmUp(long bytes) {
        return warmUp > 0 ? warmUp : iterations(bytes);
    }

    /** Whether how long to warm up is left to the benchmark. */
    boolean hasOwnWarmUp() {
        return warmUp == 0;
    }

    int rounds() {
        return rounds;
    }

    int average() {
        return average;
    }

    boolean checks() {
        return check == 1;
    }

    Memory.Kind buffer() {
        return buffer;
    }

    @Nullable
    Path json() {
        return json;
    }

    @Nullable
    Path csv() {
        return csv;
    }
}
