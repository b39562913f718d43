package iccl.kernel.internal.select;

import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.BinomialGather;
import iccl.kernel.internal.collective.BinomialReduce;
import iccl.kernel.internal.collective.BinomialScatter;
import iccl.kernel.internal.collective.BruckAllGather;
import iccl.kernel.internal.collective.DirectReduction;
import iccl.kernel.internal.collective.DisseminationBarrier;
import iccl.kernel.internal.collective.LinearGather;
import iccl.kernel.internal.collective.LinearScatter;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.NativeCollective;
import iccl.kernel.internal.collective.PairwiseAllToAll;
import iccl.kernel.internal.collective.PointToPoint;
import iccl.kernel.internal.collective.RecursiveDoublingAllReduce;
import iccl.kernel.internal.collective.RingAllGather;
import iccl.kernel.internal.collective.RingAllReduce;
import iccl.kernel.internal.collective.Situation;
import iccl.kernel.internal.collective.TreeBroadcast;
import iccl.kernel.internal.collective.Workbench;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The table of all algorithms. What they do and when they are chosen is in docs/algorithms.md. Scores depend on {@link
 * Situation#bytes} by power of two only, as {@link Selection} rounds it down to one.
 */
public final class Algorithms {
    /** The name of the algorithm that is the transport's own collective. */
    public static final String NATIVE = "native";

    /** The name of the algorithm that goes through memory that all ranks share. */
    public static final String SHARED = "shared";

    /** The name of the algorithm that goes through memory inside machines and sends messages between them. */
    public static final String HIERARCHICAL = "hierarchical";

    private static final long KIB = 1024;

    /** How much a rank has for all in an AllToAll, up to which its blocks are relayed by others between machines. */
    public static final long RELAYED_BYTES = 64 * KIB;

    private static final int SHARED_SCORE = 110;
    private static final int NATIVE_SCORE = 100;
    private static final int HIERARCHICAL_SCORE = 105;
    private static final int GOOD = 60;
    private static final int FAIR = 40;
    private static final int POOR = 20;
    private static final int LAST = 10;
    private static final int CANNOT = -1;

    private static final Map<Operation, List<Algorithm>> TABLE = table();

    private Algorithms() {}

    /** The algorithms of an operation; never empty. */
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
                all.add(new Algorithm(
                        operation,
                        SHARED,
                        "through memory that all ranks map, in rank order",
                        true,
                        s -> SHARED_SCORE,
                        bench -> bench.shared().collective()));
            }
        }
        addHierarchical(all);
        addReductions(all);
        addCopies(all);
        Map<Operation, List<Algorithm>> table = new EnumMap<>(Operation.class);
        for (Algorithm algorithm : all) {
            table.computeIfAbsent(algorithm.operation(), o -> new ArrayList<>()).add(algorithm);
        }
        table.replaceAll((operation, algorithms) -> List.copyOf(algorithms));
        return table;
    }

    private static void addHierarchical(List<Algorithm> all) {
        for (Operation operation : Operation.values()) {
            if (!operation.isPointToPoint()) {
                all.add(new Algorithm(
                        operation,
                        HIERARCHICAL,
                        "through memory inside machines, messages between them",
                        !operation.isReducing(),
                        Algorithms::scoreOfTwoLevels,
                        bench -> bench.shared().hierarchical(bench, operation)));
            }
        }
    }

    /** Large blocks of an AllToAll are messages between all ranks that are not neighbours, as the transport's own has them. */
    private static int scoreOfTwoLevels(Situation situation) {
        boolean isLargeExchange =
                situation.operation() == Operation.ALL_TO_ALL && situation.bytes() > RELAYED_BYTES / situation.ranks();
        return isLargeExchange ? NATIVE_SCORE - 1 : HIERARCHICAL_SCORE;
    }

    private static void addReductions(List<Algorithm> all) {
        all.add(new Algorithm(
                Operation.ALL_REDUCE,
                "recursive-doubling",
                "fewest rounds, for small buffers",
                false,
                s -> s.bytes() < 16 * KIB ? GOOD : LAST,
                RecursiveDoublingAllReduce::new));
        all.add(new Algorithm(
                Operation.ALL_REDUCE,
                "ring",
                "neighbours only, for large buffers and many ranks",
                false,
                s -> s.bytes() >= 4 * KIB * s.ranks() ? FAIR : LAST,
                RingAllReduce::new));
        all.add(direct(Operation.ALL_REDUCE));
        all.add(direct(Operation.REDUCE));
        all.add(direct(Operation.REDUCE_SCATTER));
        all.add(new Algorithm(
                Operation.REDUCE,
                "binomial",
                "fewest rounds, for small buffers",
                false,
                s -> s.bytes() < 64 * KIB ? GOOD : FAIR,
                BinomialReduce::new));
    }

    private static Algorithm direct(Operation operation) {
        return new Algorithm(
                operation,
                "direct",
                "two rounds, in rank order, for medium and large buffers",
                true,
                s -> s.ranks() <= 32 ? GOOD - 1 : POOR,
                DirectReduction::new);
    }

    private static void addCopies(List<Algorithm> all) {
        all.add(copying(Operation.BROADCAST, "binomial", "fewest rounds", s -> FAIR, TreeBroadcast::binomial));
        all.add(copying(
                Operation.BROADCAST,
                "chain",
                "each rank sends once, for large buffers",
                s -> s.bytes() >= 64 * KIB * s.ranks() ? GOOD : LAST,
                TreeBroadcast::chain));
        all.add(copying(
                Operation.ALL_GATHER,
                "bruck",
                "fewest rounds, for small blocks",
                s -> s.bytes() <= 64 * KIB / s.ranks() ? GOOD : LAST,
                BruckAllGather::new));
        all.add(copying(
                Operation.ALL_GATHER, "ring", "neighbours only, for large blocks", s -> FAIR, RingAllGather::new));
        all.add(copying(
                Operation.GATHER,
                "binomial",
                "fewest rounds, for small blocks and many ranks",
                Algorithms::scoreOfRootedTree,
                BinomialGather::new));
        all.add(copying(Operation.GATHER, "linear", "straight to the root", s -> FAIR, LinearGather::new));
        all.add(copying(
                Operation.SCATTER,
                "binomial",
                "fewest rounds, for small blocks and many ranks",
                Algorithms::scoreOfRootedTree,
                BinomialScatter::new));
        all.add(copying(Operation.SCATTER, "linear", "straight from the root", s -> FAIR, LinearScatter::new));
        all.add(copying(Operation.ALL_TO_ALL, "pairwise", "partners swap", s -> FAIR, PairwiseAllToAll::new));
        all.add(copying(
                Operation.BARRIER, "dissemination", "log2(ranks) rounds", s -> FAIR, DisseminationBarrier::new));
        for (Operation operation : List.of(Operation.SEND, Operation.RECV)) {
            all.add(copying(operation, "message", "one message", s -> FAIR, PointToPoint::new));
            all.add(copying(
                    operation, SHARED, "through memory that both ranks map", s -> SHARED_SCORE, bench -> bench.shared()
                            .message(bench)));
        }
    }

    private static Algorithm copying(
            Operation operation,
            String name,
            String description,
            Algorithm.Score score,
            Function<Workbench, Machine> machine) {
        return new Algorithm(operation, name, description, true, score, machine);
    }

    /** The tree keeps everything in scratch, so it is for small ones only. */
    private static int scoreOfRootedTree(Situation situation) {
        if (situation.bytes() > 64 * KIB / situation.ranks()) {
            return CANNOT;
        }
        return situation.ranks() > 4 ? GOOD : POOR;
    }
}
