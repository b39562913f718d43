package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command line of the examples. Each has only the options that mean something to its operation. */
@Command(sortOptions = false, usageHelpAutoWidth = true)
final class Options {
    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            converter = Converters.Count.class,
            description = "Elements per block; K, M and G mean 1024 and its powers. Default: 1M (1048576).")
    private long count = 1 << 20;

    @Option(
            names = {"-d", "--type"},
            paramLabel = "TYPE",
            converter = Converters.Types.class,
            description = "Datatype, or several with commas between, or 'all'. Default: float32.")
    private Converters.Chosen<Datatype> types = new Converters.Chosen<>(List.of(Datatype.FLOAT32));

    @Option(
            names = {"-o", "--op"},
            paramLabel = "OP",
            converter = Converters.Ops.class,
            description =
                    "Reduction: sum, prod, max, min, avg, or several with commas between, or 'all'. Default: sum.")
    private Converters.Chosen<ReductionOp> ops = new Converters.Chosen<>(List.of(ReductionOp.SUM));

    @Option(
            names = {"-r", "--root"},
            paramLabel = "RANK",
            description = "The root's rank, or 'all' for one after another. Default: 0.")
    private String root = "0";

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "How often; each time is checked, and the median time printed. Default: 10.")
    private int iterations = 10;

    @Option(names = "--in-place", description = "Use one buffer to send from and to receive into.")
    private boolean inPlace;

    @Option(names = "--stream", description = "Put the operation on a stream instead of waiting in the call.")
    private boolean stream;

    @Mixin
    private BufferOption buffer = new BufferOption();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and do nothing.")
    private boolean help;

    private final CommandLine commandLine;

    private Options(String program, Operation operation) {
        commandLine = new CommandLine(this).setCommandName(program);
        boolean moves = operation != Operation.BARRIER;
        keep(moves, "--count");
        keep(moves, "--type");
        keep(moves, "--buffer");
        keep(moves && !operation.isPointToPoint(), "--in-place");
        keep(operation.isReducing(), "--op");
        keep(operation.isRooted(), "--root");
        if (!moves) {
            types = new Converters.Chosen<>(List.of());
        }
        if (!operation.isReducing()) {
            ops = new Converters.Chosen<>(List.of());
        }
        if (!operation.isRooted()) {
            root = "";
        }
    }

    /**
     * @throws ParameterException for what it cannot understand, with one line that says so
     */
    static Options parse(String program, Operation operation, List<String> args) {
        Options options = new Options(program, operation);
        options.commandLine.parseArgs(args.toArray(String[]::new));
        return options;
    }

    private void keep(boolean applies, String name) {
        CommandSpec spec = commandLine.getCommandSpec();
        OptionSpec option = spec.findOption(name);
        if (!applies) {
            spec.remove(option);
        }
    }

    boolean help() {
        return help;
    }

    String usage() {
        return commandLine.getUsageMessage(Ansi.OFF);
    }

    long count() {
        return count;
    }

    /** Empty when the operation moves nothing. */
    List<Datatype> types() {
        return types.values();
    }

    /** Empty when the operation combines nothing. */
    List<ReductionOp> ops() {
        return ops.values();
    }

    /**
     * The roots to use one after another; {@link Case#NO_ROOT} alone when the operation has none.
     *
     * @throws ParameterException when a rank was named that is none
     */
    List<Integer> roots(int size) {
        if (root.isEmpty()) {
            return List.of(Case.NO_ROOT);
        }
        if (root.equals(Converters.ALL)) {
            return IntStream.range(0, size).boxed().toList();
        }
        if (root.matches("\\d{1,9}") && Integer.parseInt(root) < size) {
            return List.of(Integer.parseInt(root));
        }
        throw new ParameterException(
                commandLine,
                "Invalid value for option '--root': '" + root + "' is no rank; there are 0 to " + (size - 1)
                        + ", or 'all'");
    }

    int iterations() {
        return iterations;
    }

    boolean inPlace() {
        return inPlace;
    }

    boolean stream() {
        return stream;
    }

    Memory.Kind buffer() {
        return buffer.kind();
    }
}
