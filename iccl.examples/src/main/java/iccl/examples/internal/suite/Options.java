package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The command line of the examples. Each has only the options that mean something to its operation. */
@Command(sortOptions = false, usageHelpAutoWidth = true)
final class Options {
    private static final String ALL = "all";

    @Option(
            names = {"-c", "--count"},
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Elements per block; K, M and G mean 1024 and its powers. Default: 1M (1048576).")
    private long count = 1 << 20;

    @Option(
            names = {"-d", "--type"},
            paramLabel = "TYPE",
            converter = TypesConverter.class,
            description = "Datatype, or several with commas between, or 'all'. Default: float32.")
    private Chosen<Datatype> types = new Chosen<>(List.of(Datatype.FLOAT32));

    @Option(
            names = {"-o", "--op"},
            paramLabel = "OP",
            converter = OpsConverter.class,
            description =
                    "Reduction: sum, prod, max, min, avg, or several with commas between, or 'all'. Default: sum.")
    private Chosen<ReductionOp> ops = new Chosen<>(List.of(ReductionOp.SUM));

    @Option(
            names = {"-r", "--root"},
            paramLabel = "RANK",
            description = "The root's rank, or 'all' for one after another. Default: 0.")
    private String root = "0";

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            converter = IterationsConverter.class,
            description = "How often; each time is checked, and the median time printed. Default: 10.")
    private int iterations = 10;

    @Option(names = "--in-place", description = "Use one buffer to send from and to receive into.")
    private boolean inPlace;

    @Option(names = "--stream", description = "Put the operation on a stream instead of waiting in the call.")
    private boolean stream;

    @Option(
            names = "--buffer",
            paramLabel = "KIND",
            converter = KindConverter.class,
            description =
                    "'alloc': memory of Iccl.memAlloc (default). 'wrap': direct ByteBuffers of the program's own.")
    private Memory.Kind buffer = Memory.Kind.ALLOC;

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
            types = new Chosen<>(List.of());
        }
        if (!operation.isReducing()) {
            ops = new Chosen<>(List.of());
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
        if (root.equals(ALL)) {
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
        return buffer;
    }

    /** A list that is not a collection to picocli, so that a converter may make all of it from one word. */
    private record Chosen<E>(List<E> values) {
        static <E> Chosen<E> of(String text, E[] all, Function<String, E> one) {
            if (text.equals(ALL)) {
                return new Chosen<>(List.of(all));
            }
            Set<E> values = new LinkedHashSet<>();
            try {
                Arrays.stream(text.split(",", -1)).map(one).forEach(values::add);
            } catch (IcclException e) {
                throw new TypeConversionException(e.getMessage() + ", all");
            }
            return new Chosen<>(List.copyOf(values));
        }
    }

    private static final class TypesConverter implements ITypeConverter<Chosen<Datatype>> {
        @Override
        public Chosen<Datatype> convert(String text) {
            return Chosen.of(text, Datatype.values(), Datatype::of);
        }
    }

    private static final class OpsConverter implements ITypeConverter<Chosen<ReductionOp>> {
        @Override
        public Chosen<ReductionOp> convert(String text) {
            return Chosen.of(text, ReductionOp.values(), ReductionOp::of);
        }
    }

    private static final class CountConverter implements ITypeConverter<Long> {
        private static final Pattern NUMBER = Pattern.compile("(\\d{1,12})([KMG]?)");
        private static final long LARGEST = 1L << 40;

        @Override
        public Long convert(String text) {
            Matcher matcher = NUMBER.matcher(text.toUpperCase(Locale.ROOT));
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is no count; write something like 1000, 64K or 1M");
            }
            long number = Long.parseLong(matcher.group(1));
            int shift = matcher.group(2).isEmpty() ? 0 : 10 * ("KMG".indexOf(matcher.group(2)) + 1);
            if (number > LARGEST >> shift) {
                throw new TypeConversionException("'" + text + "' is more than the largest count, 1024G");
            }
            return number << shift;
        }
    }

    private static final class IterationsConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("0*[1-9]\\d{0,8}")) {
                throw new TypeConversionException("'" + text + "' is no number of times; write 1 or more");
            }
            return Integer.parseInt(text);
        }
    }

    private static final class KindConverter implements ITypeConverter<Memory.Kind> {
        @Override
        public Memory.Kind convert(String text) {
            return switch (text) {
                case "alloc" -> Memory.Kind.ALLOC;
                case "wrap" -> Memory.Kind.WRAP;
                default -> throw new TypeConversionException("'" + text + "' is neither 'alloc' nor 'wrap'");
            };
        }
    }
}
