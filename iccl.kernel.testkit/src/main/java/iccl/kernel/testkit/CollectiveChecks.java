package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayList;
import java.util.List;

/** The transport's own collectives, where it offers some: exact, for every call that it says it can do. */
final class CollectiveChecks {
    private static final long[] COUNTS = {1, 7, 1000, 40_001};
    private static final long LATE_MILLIS = 50;

    private CollectiveChecks() {}

    static List<BackendCheck> all() {
        List<BackendCheck> checks = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            if (!operation.isPointToPoint() && operation != Operation.BARRIER) {
                checks.add(new BackendCheck(
                        "does " + operation.title() + " exactly, if it offers it",
                        1,
                        rank -> everyShape(rank, operation)));
            }
        }
        checks.add(
                new BackendCheck("waits in Barrier for the last rank, if it offers it", 1, CollectiveChecks::barrier));
        return checks;
    }

    private static void everyShape(ContractRank rank, Operation operation) {
        OfferedCase.Arena arena = OfferedCase.Arena.of(rank, COUNTS[COUNTS.length - 1]);
        List<OfferedCase> offered = new ArrayList<>();
        int answers = 0;
        for (OfferedCase.Shape shape : shapes(operation, rank.size())) {
            OfferedCase form = new OfferedCase(rank, arena, shape);
            boolean yes = rank.endpoint().offers(form.call());
            answers = 31 * answers + (yes ? 1 : 0);
            if (yes) {
                offered.add(form);
            }
        }
        sameEverywhere(rank, operation, answers);
        for (OfferedCase form : offered) {
            form.fill();
            rank.await(form.call().toString(), rank.endpoint().collective(form.call()));
            form.verify();
        }
    }

    private static List<OfferedCase.Shape> shapes(Operation operation, int size) {
        List<OfferedCase.Shape> all = new ArrayList<>();
        int roots = operation.isRooted() ? size : 1;
        for (Datatype type : Datatype.values()) {
            for (ReductionOp op : operation.isReducing() ? ReductionOp.values() : new ReductionOp[] {null}) {
                for (long count : COUNTS) {
                    for (int root = 0; root < roots; root += Math.max(1, roots - 1)) {
                        all.add(new OfferedCase.Shape(operation, type, op, count, root, false));
                        all.add(new OfferedCase.Shape(operation, type, op, count, root, true));
                    }
                }
            }
        }
        return all;
    }

    /** Selection asks every rank by itself, so all must say the same. */
    private static void sameEverywhere(ContractRank rank, Operation operation, int answers) {
        for (int other : rank.exchange(answers)) {
            rank.check(other == answers, "ranks differ about which " + operation.title() + " they offer");
        }
    }

    /** Rank 0 comes late; nobody may leave before. */
    private static void barrier(ContractRank rank) {
        CollectiveCall call = new CollectiveCall(Operation.BARRIER, 0, 0, 0, Datatype.INT8, null, 0);
        int answer = rank.endpoint().offers(call) ? 1 : 0;
        sameEverywhere(rank, Operation.BARRIER, answer);
        for (int round = 0; round < 3 && answer == 1; round++) {
            long before = System.nanoTime();
            rank.barrier();
            if (rank.rank() == 0) {
                sleep();
            }
            rank.await("barrier", rank.endpoint().collective(call));
            rank.check(System.nanoTime() - before >= LATE_MILLIS * 1_000_000, "left the barrier before rank 0 came");
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(LATE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
