package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/**
 * The number that a rank gives at an index. All of them look random and depend on the rank and on the index; a few are
 * there to catch a particular mistake.
 *
 * <ul>
 *   <li>Moved only (no reduction): any bits, also those of strange NaNs; they must arrive unchanged.
 *   <li>Integers: the whole range, so that sums and products wrap and averages do not; now and then all ranks give the
 *       smallest, the largest, -1 or 1. Products are mostly of odd numbers, or many ranks would make 0.
 *   <li>Floating-point: few enough significant bits that sums and products are exact in {@code float32} (in
 *       {@code float64} for that type), in whatever order the ranks are combined; averages and the half types' results do
 *       need rounding. Now and then NaN, infinities, zeros of both signs, subnormal numbers, the largest finite number.
 * </ul>
 */
final class Values {
    private static final int SPECIAL_INTEGER = 16;
    private static final int SPECIAL_FLOAT = 23;
    /** Only the first ranks' factors have more than one significant bit, only the first ranks' are not +1 or -1. */
    private static final int RANKS_WITH_THREES = 12;

    private static final int RANKS_WITH_EXPONENTS = 32;
    /** Bits of 3 to the power of {@link #RANKS_WITH_THREES} - 1. */
    private static final int BITS_OF_THREES = 18;

    private final Datatype type;
    private final @Nullable ReductionOp op;
    private final int ranks;

    Values(Datatype type, @Nullable ReductionOp op, int ranks) {
        this.type = type;
        this.op = op;
        this.ranks = ranks;
    }

    /** The element's bits. */
    long bits(int rank, int index) {
        long random = mix(((long) rank << 32) + index);
        if (op == null) {
            return Elements.truncate(type, random);
        }
        return type.isFloating()
                ? Elements.fromDouble(type, floating(rank, index, random))
                : Elements.truncate(type, integer(index, random));
    }

    private long integer(int index, long random) {
        if (index % SPECIAL_INTEGER == 5) {
            long smallest = type.kind() == Datatype.Kind.SIGNED ? 1L << 8 * type.bytes() - 1 : 0;
            return switch (index / SPECIAL_INTEGER % 4) {
                case 0 -> smallest;
                case 1 -> smallest - 1;
                case 2 -> -1;
                default -> 1;
            };
        }
        boolean odd = op == ReductionOp.PROD && index % SPECIAL_INTEGER != 3;
        return odd ? random | 1 : random;
    }

    private double floating(int rank, int index, long random) {
        double usual = op == ReductionOp.PROD ? factor(rank, random) : summand(random);
        if (index % SPECIAL_FLOAT != 7) {
            return usual;
        }
        int odd = index % ranks; // the rank that gives something special
        int other = (index + 1) % ranks;
        return switch (index / SPECIAL_FLOAT % 8) {
            case 0 -> rank == odd ? Double.NaN : usual;
            case 1 -> rank == odd ? Double.POSITIVE_INFINITY : usual;
            case 2 -> rank == odd ? Double.NEGATIVE_INFINITY : usual;
            case 3 -> rank == odd
                    ? Double.POSITIVE_INFINITY
                    : rank == other ? Double.NEGATIVE_INFINITY : usual; // their sum is NaN
            case 4 -> (rank + index) % 2 == 0 ? 0.0 : -0.0;
            case 5 -> -0.0;
            case 6 -> smallest() * ((random & 7) - 4);
            default -> rank == odd && op != ReductionOp.PROD ? largest() : usual;
        };
    }

    /** A multiple of 1/8 so short that the exact sum over all ranks fits in what it is summed in. */
    private double summand(long random) {
        int sumBits = Math.max(2, accumulatorBits() - (Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1)));
        int bits = Math.min(significantBits(), sumBits);
        return (random >> Long.SIZE - 1 - bits) / 8.0;
    }

    /** A factor so short that the exact product over all ranks fits. */
    private double factor(int rank, long random) {
        double magnitude = 1;
        if (rank == 0) {
            int bits = Math.min(significantBits(), accumulatorBits() - BITS_OF_THREES);
            magnitude = Math.scalb((double) (random >>> Long.SIZE - bits | 1L << bits - 1), 1 - bits);
        } else if (rank < RANKS_WITH_THREES && (random & 16) != 0) {
            magnitude = 1.5;
        }
        int exponent = rank < RANKS_WITH_EXPONENTS ? (int) (random >>> 5 & 3) % 3 - 1 : 0;
        return Math.scalb((random & 1) == 0 ? magnitude : -magnitude, exponent);
    }

    private int accumulatorBits() {
        return type == Datatype.FLOAT64 ? 53 : 24;
    }

    private int significantBits() {
        return switch (type) {
            case FLOAT16 -> 11;
            case BFLOAT16 -> 8;
            case FLOAT32 -> 24;
            default -> 53;
        };
    }

    private double smallest() {
        return Elements.toDouble(type, 1);
    }

    private double largest() {
        return Elements.toDouble(type, Elements.fromDouble(type, Double.POSITIVE_INFINITY) - 1);
    }

    /** Spreads every bit over all others (the finalizer of SplitMix64). */
    static long mix(long seed) {
        long bits = (seed + 1) * 0x9e3779b97f4a7c15L;
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return bits ^ bits >>> 31;
    }
}
