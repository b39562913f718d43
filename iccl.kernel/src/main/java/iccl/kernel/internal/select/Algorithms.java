package iccl.kernel.internal.select;

import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.DisseminationBarrier;
import iccl.kernel.internal.collective.NativeCollective;
import iccl.kernel.internal.collective.PointToPoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The table of all algorithms. Scores depend on {@link iccl.kernel.internal.collective.Situation#bytes} by power of two
 * only, as {@link Selection} rounds it down to one.
 */
public final class Algorithms {
    /** The name of the algorithm that is the transport's own collective. */
    public static final String NATIVE = "native";

    private static final int NATIVE_SCORE = 100;
    private static final Map<Operation, List<Algorithm>> TABLE = table();

    private Algorithms() {}

    /** The algorithms of an operation, best known first; never empty. */
    public static List<Algorithm> of(Operation operation) {
        List<Algorithm> algorithms = TABLE.get(operation);
        if (algorithms == null) {
            throw new IllegalArgumentException("no algorithm for " + operation);
        }
        return algorithms;
    }

    private static Map<Operation, List<Algorithm>> table() {
        List<Algorithm> all = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            if (!operation.isPointToPoint()) {
                all.add(new Algorithm(
                        operation, NATIVE, "the transport's own", false, s -> NATIVE_SCORE, NativeCollective::new));
            }
        }
        all.add(new Algorithm(Operation.SEND, "message", "one message", true, s -> 50, PointToPoint::new));
        all.add(new Algorithm(Operation.RECV, "message", "one message", true, s -> 50, PointToPoint::new));
        all.add(new Algorithm(
                Operation.BARRIER, "dissemination", "log2(ranks) rounds", true, s -> 50, DisseminationBarrier::new));
        Map<Operation, List<Algorithm>> table = new EnumMap<>(Operation.class);
        for (Algorithm algorithm : all) {
            table.computeIfAbsent(algorithm.operation(), o -> new ArrayList<>()).add(algorithm);
        }
        table.replaceAll((operation, algorithms) -> List.copyOf(algorithms));
        return table;
    }
}
