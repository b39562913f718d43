package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * A platform's arithmetic for one type and reduction against {@link ReferenceArithmetic}, bit for bit; only of NaN there
 * are many, and any will do.
 */
final class ArithmeticChecks {
    /** Around the widths of vectors, and none of them. */
    private static final int[] COUNTS = {0, 1, 3, 15, 16, 17, 33, 64, 1003};

    private static final int[] RANKS = {1, 2, 3, 8, 25};
    private static final int MOST_RANKS = 25;
    private static final int MOST = 70_000;
    private static final long SEED = 42;

    private final HostPlatform host;
    private final Datatype type;
    private final ReductionOp op;
    private final ReferenceArithmetic reference;
    private final Accumulator accumulator;
    private final Random random = new Random(SEED);

    ArithmeticChecks(HostPlatform host, Datatype type, ReductionOp op) {
        this.host = host;
        this.type = type;
        this.op = op;
        this.reference = new ReferenceArithmetic(host::view);
        this.accumulator = Accumulator.of(type, op);
    }

    void run() {
        foldOfAnything();
        foldOfAllPairs();
        foldInPlace();
        loadCombineStore();
        storeOfAnything();
    }

    private void foldOfAnything() {
        long sources = host.allocate(MemorySpace.HOST, MOST_RANKS * elementBytes(1100));
        long is = host.allocate(MemorySpace.HOST, elementBytes(1100));
        long should = host.allocate(MemorySpace.HOST, elementBytes(1100));
        for (int ranks : RANKS) {
            for (int count : COUNTS) {
                long[] addresses = new long[MOST_RANKS];
                for (int rank = 0; rank < ranks; rank++) {
                    // Off the vectors' alignment, each by another number of elements.
                    addresses[rank] = sources + elementBytes(1100L * rank + rank % 4);
                    fill(addresses[rank], count);
                }
                long target = is + type.bytes();
                host.fold(type, op, target, addresses, ranks, count);
                reference.fold(type, op, should, addresses, ranks, count);
                compare("fold of " + ranks, target, should, count);
            }
        }
        free(sources, is, should);
    }

    /** Every special value meets every other; of the half types, every value is met. */
    private void foldOfAllPairs() {
        long[] addresses = allocate(MOST);
        long[] special = SpecialValues.of(type);
        int count = special.length * special.length;
        ByteBuffer left = host.view(addresses[0], elementBytes(count));
        ByteBuffer right = host.view(addresses[1], elementBytes(count));
        for (int i = 0; i < count; i++) {
            Elements.put(left, type, i, special[i / special.length]);
            Elements.put(right, type, i, special[i % special.length]);
        }
        both("fold of all pairs of special values", addresses, 2, count);
        if (type.bytes() == 2) {
            ByteBuffer every = host.view(addresses[0], elementBytes(65_536));
            for (int i = 0; i < 65_536; i++) {
                Elements.put(every, type, i, i);
            }
            fill(addresses[1], 65_536);
            both("fold of every value", addresses, 1, 65_536);
            both("fold of every value with another", addresses, 2, 65_536);
        }
        free(addresses);
    }

    private void both(String what, long[] addresses, int ranks, int count) {
        host.fold(type, op, addresses[2], addresses, ranks, count);
        reference.fold(type, op, addresses[3], addresses, ranks, count);
        compare(what, addresses[2], addresses[3], count);
    }

    private void foldInPlace() {
        long[] addresses = allocate(1003);
        for (int place = 0; place < 3; place++) {
            for (int i = 0; i < 3; i++) {
                fill(addresses[i], 1003);
            }
            reference.fold(type, op, addresses[3], addresses, 3, 1003);
            host.fold(type, op, addresses[place], addresses, 3, 1003);
            compare("fold into source " + place, addresses[place], addresses[3], 1003);
        }
        free(addresses);
    }

    private void loadCombineStore() {
        for (int count : COUNTS) {
            long[] elements = allocate(count + 1);
            long[] is = allocateAccumulators(count + 1);
            long[] should = allocateAccumulators(count + 1);
            for (int i = 0; i < 2; i++) {
                fill(elements[i], count);
                host.load(type, op, is[i], elements[i], count);
                reference.load(type, op, should[i], elements[i], count);
                compareAccumulators("load", is[i], should[i], count);
            }
            host.combine(type, op, is[2], is[0], is[1], count);
            reference.combine(type, op, should[2], should[0], should[1], count);
            compareAccumulators("combine", is[2], should[2], count);
            host.combine(type, op, is[0], is[0], is[2], count);
            host.combine(type, op, is[1], is[2], is[1], count);
            reference.combine(type, op, should[0], should[0], should[2], count);
            reference.combine(type, op, should[1], should[2], should[1], count);
            compareAccumulators("combine into its left operand", is[0], should[0], count);
            compareAccumulators("combine into its right operand", is[1], should[1], count);
            for (int ranks : RANKS) {
                host.store(type, op, elements[2], is[0], count, ranks);
                reference.store(type, op, elements[3], should[0], count, ranks);
                compare("store of " + ranks, elements[2], elements[3], count);
            }
            free(elements);
            free(is);
            free(should);
        }
    }

    /** Accumulators may hold what no single element loads as: wide sums, floats between two halves. */
    private void storeOfAnything() {
        if (accumulator == Accumulator.ELEMENT) {
            return;
        }
        int count = 10_000;
        long[] elements = allocate(count);
        long[] accumulators = allocateAccumulators(count);
        SpecialValues.fillAccumulators(type, op, host.view(accumulators[0], accumulatorBytes(count)), random);
        for (int ranks : new int[] {1, 2, 3, 7, 1000}) {
            host.store(type, op, elements[0], accumulators[0], count, ranks);
            reference.store(type, op, elements[1], accumulators[0], count, ranks);
            compare("store of anything for " + ranks, elements[0], elements[1], count);
        }
        free(elements);
        free(accumulators);
    }

    private long elementBytes(long count) {
        return count * type.bytes();
    }

    private long accumulatorBytes(long count) {
        return count * accumulator.bytes(type);
    }

    private long[] allocate(long count) {
        return allocateBytes(elementBytes(count));
    }

    private long[] allocateAccumulators(long count) {
        return allocateBytes(accumulatorBytes(count));
    }

    private long[] allocateBytes(long bytes) {
        long[] addresses = new long[4];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = host.allocate(MemorySpace.HOST, bytes);
        }
        return addresses;
    }

    private void free(long... addresses) {
        for (long address : addresses) {
            host.free(MemorySpace.HOST, address);
        }
    }

    private void fill(long address, int count) {
        ByteBuffer view = host.view(address, elementBytes(count));
        for (int i = 0; i < count; i++) {
            Elements.put(view, type, i, SpecialValues.any(type, random));
        }
    }

    private void compare(String what, long actual, long expected, int count) {
        compare(what, type, host.view(actual, elementBytes(count)), host.view(expected, elementBytes(count)));
    }

    private void compareAccumulators(String what, long actual, long expected, int count) {
        Datatype unit =
                switch (accumulator) {
                    case ELEMENT -> type;
                    case FLOAT32 -> Datatype.FLOAT32;
                    case INT64, INT128 -> Datatype.INT64;
                };
        long bytes = accumulatorBytes(count);
        compare(what, unit, host.view(actual, bytes), host.view(expected, bytes));
    }

    private void compare(String what, Datatype unit, ByteBuffer is, ByteBuffer should) {
        for (int i = 0; i < is.capacity() / unit.bytes(); i++) {
            long actual = Elements.get(is, unit, i);
            long expected = Elements.get(should, unit, i);
            if (actual != expected && !(SpecialValues.isNaN(unit, actual) && SpecialValues.isNaN(unit, expected))) {
                throw new AssertionError("%s %s, %s: element %d of %d is 0x%x instead of 0x%x, seed %d"
                        .formatted(
                                type.label(),
                                op.label(),
                                what,
                                i,
                                is.capacity() / unit.bytes(),
                                actual,
                                expected,
                                SEED));
            }
        }
    }
}
