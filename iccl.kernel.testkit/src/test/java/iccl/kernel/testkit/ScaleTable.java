package iccl.kernel.testkit;

import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import java.util.Locale;

/**
 * Prints the tables of docs/performance.md: what the algorithms would take on up to 4,096 ranks of 512 nodes, and what a
 * rank of a communicator keeps on the Java heap. A main
 * program, not a test: the largest runs move tens of millions of messages.
 */
final class ScaleTable {
    private static final int[] RANKS = {8, 64, 512, 4096};
    private static final long[] SIZES = {64, 64 << 10, 4 << 20};
    /** As many messages as a run may have; a table of all would take hours. */
    private static final double MOST_MESSAGES = 4e7;

    private ScaleTable() {}

    public static void main(String[] names) {
        if (names.length > 0 && names[0].equals("memory")) {
            memory();
            return;
        }
        System.out.println("| operation | algorithm | bytes | " + head() + " |");
        System.out.println("|---|---|---|" + "---|".repeat(RANKS.length));
        row(Operation.BARRIER, "dissemination", 0);
        for (long size : SIZES) {
            row(Operation.ALL_REDUCE, "recursive-doubling", size);
            row(Operation.ALL_REDUCE, "ring", size);
            row(Operation.ALL_REDUCE, "direct", size);
            row(Operation.REDUCE, "binomial", size);
            row(Operation.REDUCE, "direct", size);
            row(Operation.BROADCAST, "binomial", size);
            row(Operation.BROADCAST, "chain", size);
            row(Operation.ALL_GATHER, "bruck", size);
            row(Operation.ALL_GATHER, "ring", size);
            row(Operation.REDUCE_SCATTER, "direct", size);
            row(Operation.GATHER, "binomial", size);
            row(Operation.GATHER, "linear", size);
            row(Operation.SCATTER, "binomial", size);
            row(Operation.SCATTER, "linear", size);
            row(Operation.ALL_TO_ALL, "pairwise", size);
        }
    }

    private static void memory() {
        System.out.println("| operation | algorithm | " + head() + " |");
        System.out.println("|---|---|" + "---|".repeat(RANKS.length));
        for (Algorithm algorithm : (Iterable<Algorithm>) RigCases.messageCollectives()::iterator) {
            StringBuilder line =
                    new StringBuilder("| " + algorithm.operation().title() + " | " + algorithm.name() + " |");
            for (int ranks : RANKS) {
                line.append(String.format(Locale.ROOT, " %,d |", ScaleMemory.bytesOf(algorithm, ranks)));
            }
            System.out.println(line);
        }
    }

    private static String head() {
        StringBuilder text = new StringBuilder();
        for (int ranks : RANKS) {
            text.append(text.isEmpty() ? "" : " | ").append(ranks).append(" ranks");
        }
        return text.toString();
    }

    private static void row(Operation operation, String name, long bytes) {
        StringBuilder line = new StringBuilder("| " + operation.title() + " | " + name + " | " + bytes + " |");
        for (int ranks : RANKS) {
            line.append(' ').append(cell(operation, name, bytes, ranks)).append(" |");
        }
        System.out.println(line);
    }

    private static String cell(Operation operation, String name, long bytes, int ranks) {
        long count = bytes / 4;
        // A rank looks at all of its messages whenever one has come: many in flight at a time take their square.
        boolean isWide = name.equals("direct") || name.equals("pairwise");
        boolean isQuadratic = isWide || name.equals("ring");
        double pieces = Math.ceil(bytes / (RigCases.isBlocked(operation) ? 1.0 : ranks) / (256 << 10));
        double messages = 2.0 * ranks * Math.max(1, pieces) * (isQuadratic ? ranks : 2 * Math.log(ranks));
        if (messages > (isWide ? MOST_MESSAGES / 20 : MOST_MESSAGES)) {
            return "not run";
        }
        // Where thousands of messages come to each rank, it looks at them a microsecond's worth at a time.
        CostModel costs = CostModel.CLUSTER.withQuantum(ranks > 512 ? 1000 : 0);
        double micros = ModelRun.of(operation, name, ranks, count, costs).timeNs() / 1e3;
        return String.format(Locale.ROOT, micros < 100 ? "%.1f" : "%,.0f", micros);
    }
}
