package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.ReductionOp;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From words of the command line to values; what cannot be understood is answered with one sentence. */
public final class Converters {
    /** The word for every value there is. */
    static final String ALL = "all";

    private Converters() {}

    /** A list that is not a collection to picocli, so that a converter may make all of it from one word. */
    public record Chosen<E>(List<E> values) {
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

    public static final class Types implements ITypeConverter<Chosen<Datatype>> {
        @Override
        public Chosen<Datatype> convert(String text) {
            return Chosen.of(text, Datatype.values(), Datatype::of);
        }
    }

    public static final class Ops implements ITypeConverter<Chosen<ReductionOp>> {
        @Override
        public Chosen<ReductionOp> convert(String text) {
            return Chosen.of(text, ReductionOp.values(), ReductionOp::of);
        }
    }

    public static final class Count implements ITypeConverter<Long> {
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

    public static final class Iterations implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("0*[1-9]\\d{0,8}")) {
                throw new TypeConversionException("'" + text + "' is no number of times; write 1 or more");
            }
            return Integer.parseInt(text);
        }
    }

    public static final class Kind implements ITypeConverter<Memory.Kind> {
        @Override
        public Memory.Kind convert(String text) {
            return switch (text) {
                case "device" -> Memory.Kind.DEVICE;
                case "alloc", "memalloc" -> Memory.Kind.ALLOC;
                case "wrap", "direct" -> Memory.Kind.WRAP;
                default -> throw new TypeConversionException(
                        "'" + text + "' is none of 'device', 'alloc' (or 'memalloc') and 'wrap' (or 'direct')");
            };
        }
    }
}
