package iccl.examples.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Operation;
import iccl.api.Program;
import iccl.examples.internal.suite.Suite;
import iccl.examples.internal.suite.Trial;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/**
 * ReduceScatter: every rank gives a block for every rank; they are combined, and each rank gets its block of the result.
 *
 * <pre>
 *          gives                  gets (sum)
 * rank 0   a0 a1 ... b0 b1 ...    a0+c0 a1+c1 ...
 * rank 1   c0 c1 ... d0 d1 ...    b0+d0 b1+d1 ...
 * </pre>
 *
 * <p>Followed by {@link AllGather} it makes an {@link AllReduce}, and each rank may work on its block in between.
 */
@Component(
        property = {
            Program.NAME + "=reduce_scatter",
            Program.DESCRIPTION + "=every rank gets its block of the combination of what all ranks give"
        })
public final class ReduceScatter implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("reduce_scatter", Operation.REDUCE_SCATTER).run(iccl, args, ReduceScatter::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        Buffer send = trial.sendBuffer(world.size());
        trial.fill(send);
        // In place means: the result goes to this rank's block of the send buffer; the other blocks are of no use then.
        Buffer recv = trial.inPlace() ? trial.block(send, world.rank()) : trial.recvBuffer(1);

        trial.timed(() -> world.reduceScatter(send, recv, trial.count(), trial.type(), trial.op(), trial.stream()));

        trial.expect(recv, 0, trial.data().combined(), world.rank() * trial.count());
        if (!trial.inPlace()) {
            trial.expectUnchanged(send);
        }
    }
}
