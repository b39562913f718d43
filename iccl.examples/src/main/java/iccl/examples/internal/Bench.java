package iccl.examples.internal;

import iccl.api.Iccl;
import iccl.api.Operation;
import iccl.api.Program;
import iccl.examples.internal.bench.BenchRun;
import iccl.examples.internal.bench.Measured;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** Measures the operations that the other examples show. */
@Component(
        property = {
            Program.NAME + "=bench",
            Program.DESCRIPTION + "=measures operations over sizes, with nccl-tests' options and columns"
        })
public final class Bench implements Program {
    private static final List<Measured> ALL = List.of(
            new Measured("all_reduce", Operation.ALL_REDUCE, AllReduce::once),
            new Measured("reduce", Operation.REDUCE, Reduce::once),
            new Measured("broadcast", Operation.BROADCAST, Broadcast::once),
            new Measured("all_gather", Operation.ALL_GATHER, AllGather::once),
            new Measured("gather", Operation.GATHER, Gather::once),
            new Measured("scatter", Operation.SCATTER, Scatter::once),
            new Measured("reduce_scatter", Operation.REDUCE_SCATTER, ReduceScatter::once),
            new Measured("all_to_all", Operation.ALL_TO_ALL, AllToAll::once),
            new Measured("send_recv", Operation.SEND, SendRecv::once),
            new Measured("barrier", Operation.BARRIER, Barrier::once));

    @Override
    public int run(Iccl iccl, List<String> args) {
        return new BenchRun(iccl).run(args, ALL);
    }
}
