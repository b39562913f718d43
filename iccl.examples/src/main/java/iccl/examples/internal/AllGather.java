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
 * AllGather: every rank gives a block, and every rank gets the blocks of all, in rank order.
 *
 * <pre>
 *          gives        gets
 * rank 0   a0 a1 ...    a0 a1 ... b0 b1 ...
 * rank 1   b0 b1 ...    a0 a1 ... b0 b1 ...
 * </pre>
 */
@Component(
        property = {
            Program.NAME + "=all_gather",
            Program.DESCRIPTION + "=every rank gets what all ranks give, side by side"
        })
public final class AllGather implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("all_gather", Operation.ALL_GATHER).run(iccl, args, AllGather::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        Buffer recv = trial.recvBuffer(world.size());
        // In place means: a rank's block already lies where it belongs in the result.
        Buffer send = trial.inPlace() ? trial.block(recv, world.rank()) : trial.sendBuffer(1);
        trial.fill(send);

        trial.timed(() -> world.allGather(send, recv, trial.count(), trial.type(), trial.stream()));

        for (int rank = 0; rank < world.size(); rank++) {
            trial.expect(recv, rank, trial.data().of(rank), 0);
        }
        trial.expectSameEverywhere(recv);
        trial.expectUnchanged(send);
    }
}
