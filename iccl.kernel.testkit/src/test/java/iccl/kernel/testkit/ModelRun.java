package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import java.util.stream.IntStream;

/**
 * One float32 operation in a {@link ModelNetwork}.
 *
 * @param timeNs until the last rank has ended
 * @param mostBytes that a rank sent
 * @param rootBytes that rank 0, the root, sent
 * @param mostMessages that a rank sent
 * @param mostScratchBytes that a rank took
 */
record ModelRun(double timeNs, long mostBytes, long rootBytes, long mostMessages, long mostScratchBytes) {
    private static final int TAG = 1;
    private static final long SEGMENT_BYTES = 256 << 10;
    private static final Datatype TYPE = Datatype.FLOAT32;

    /** @param count elements, per block where the operation has blocks */
    static ModelRun of(Operation operation, String name, int ranks, long count, CostModel costs) {
        Algorithm algorithm = Algorithms.of(operation).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        ModelNetwork network = new ModelNetwork(ranks, costs);
        ReductionOp op = operation.isReducing() ? ReductionOp.SUM : null;
        long bytes = Math.max(64, count * TYPE.bytes() * ranks);
        CollectiveCall call = new CollectiveCall(operation, 1L << 41, (1L << 41) + 2 * bytes, count, TYPE, op, 0);
        for (int rank = 0; rank < ranks; rank++) {
            ModelRank own = network.rank(rank);
            Machine machine = algorithm.machine().apply(own.bench(SEGMENT_BYTES));
            machine.start(call, TAG, 0);
            own.run(machine);
        }
        double time = network.run();
        return new ModelRun(
                time,
                IntStream.range(0, ranks)
                        .mapToLong(rank -> network.rank(rank).sentBytes())
                        .max()
                        .orElse(0),
                network.rank(0).sentBytes(),
                IntStream.range(0, ranks)
                        .mapToLong(rank -> network.rank(rank).sentMessages())
                        .max()
                        .orElse(0),
                IntStream.range(0, ranks)
                        .mapToLong(rank -> network.rank(rank).scratchBytes())
                        .max()
                        .orElse(0));
    }
}
