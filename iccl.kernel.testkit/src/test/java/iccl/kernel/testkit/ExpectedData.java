package iccl.kernel.testkit;

import static java.util.Objects.requireNonNull;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import java.util.HashMap;
import java.util.Map;

/** {@link TestData} and the {@link Oracle}'s answers, remembered, as they are asked for again and again. */
final class ExpectedData {
    private record InputKey(Datatype type, TestData data, int rank) {}

    private record ResultKey(Datatype type, ReductionOp op, TestData data, int size) {}

    private static final Map<InputKey, long[]> INPUTS = new HashMap<>();
    private static final Map<ResultKey, long[]> RESULTS = new HashMap<>();

    private ExpectedData() {}

    /** The first {@code count} elements of a rank, at least. */
    static synchronized long[] input(Datatype type, TestData data, int rank, int count) {
        InputKey key = new InputKey(type, data, rank);
        long[] known = INPUTS.getOrDefault(key, new long[0]);
        if (known.length < count) {
            known = new long[count];
            for (int index = 0; index < count; index++) {
                known[index] = data.bits(type, rank, index);
            }
            INPUTS.put(key, known);
        }
        return known;
    }

    /** What the rank's receive buffer must hold. */
    static long[] expected(CollectiveShape shape, TestData data, int rank) {
        int count = (int) shape.count();
        long[] expected = new long[(int) shape.recvElements(rank)];
        if (shape.operation().isReducing()) {
            int offset = shape.operation() == Operation.REDUCE_SCATTER ? rank * count : 0;
            int elements = shape.operation() == Operation.REDUCE_SCATTER ? shape.size() * count : count;
            long[] all = reduced(shape, data, elements);
            System.arraycopy(all, offset, expected, 0, expected.length);
            return expected;
        }
        for (int index = 0; index < expected.length; index++) {
            expected[index] = Oracle.expected(shape, data, rank, index);
        }
        return expected;
    }

    private static synchronized long[] reduced(CollectiveShape shape, TestData data, int count) {
        ReductionOp op = requireNonNull(shape.op());
        ResultKey key = new ResultKey(shape.type(), op, data, shape.size());
        long[] known = RESULTS.getOrDefault(key, new long[0]);
        if (known.length < count) {
            known = new long[count];
            long[] operands = new long[shape.size()];
            for (int index = 0; index < count; index++) {
                for (int rank = 0; rank < operands.length; rank++) {
                    operands[rank] = input(shape.type(), data, rank, count)[index];
                }
                known[index] = Oracle.reduce(shape.type(), op, operands);
            }
            RESULTS.put(key, known);
        }
        return known;
    }
}
