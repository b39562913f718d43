package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.select.Algorithms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What there is to combine. */
final class RigCases {
    /** Nothing, one, odd and less than a block for every rank's segments, and several segments for every rank. */
    static final long[] COUNTS = {0, 1, 13, 333};

    /** The same in every run, unless somebody looks for something new. */
    static final long SEED = Long.getLong("iccl.test.seed", 20_261_130L);

    private RigCases() {}

    static Stream<Algorithm> collectives() {
        return Stream.of(Operation.values())
                .filter(operation -> !operation.isPointToPoint())
                .flatMap(operation -> Algorithms.of(operation).stream());
    }

    /** Those that send messages of ours. */
    static Stream<Algorithm> messageCollectives() {
        return collectives()
                .filter(algorithm -> !algorithm.name().equals(Algorithms.NATIVE)
                        && !algorithm.name().equals(Algorithms.SHARED)
                        && !algorithm.name().equals(Algorithms.HIERARCHICAL));
    }

    static List<ReductionOp> opsOf(Operation operation) {
        return operation.isReducing() ? Arrays.asList(ReductionOp.values()) : Arrays.asList((ReductionOp) null);
    }

    static int[] rootsOf(Operation operation, int size) {
        return operation.isRooted()
                ? Arrays.stream(new int[] {0, size / 2, size - 1}).distinct().toArray()
                : new int[] {0};
    }

    /** Every type, reduction, root and count that the operation knows. */
    static List<CollectiveShape> shapes(Operation operation, int size) {
        List<CollectiveShape> shapes = new ArrayList<>();
        for (Datatype type : Datatype.values()) {
            for (ReductionOp op : opsOf(operation)) {
                for (int root : rootsOf(operation, size)) {
                    for (long count : COUNTS) {
                        // Where every rank has a block of its own, the count is of one block.
                        long each = count > 13 && isBlocked(operation) ? count / 5 : count;
                        shapes.add(new CollectiveShape(operation, type, op, root, size, each));
                    }
                }
            }
        }
        return shapes;
    }

    /** Whether every rank has a block of its own. */
    static boolean isBlocked(Operation operation) {
        return switch (operation) {
            case ALL_GATHER, GATHER, SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> true;
            default -> false;
        };
    }
}
