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
 * Gather: as {@link AllGather}, but only one rank, the root, gets the blocks.
 *
 * <pre>
 *               gives        gets
 * rank 0, root  a0 a1 ...    a0 a1 ... b0 b1 ...
 * rank 1        b0 b1 ...
 * </pre>
 */
@Component(
        property = {Program.NAME + "=gather", Program.DESCRIPTION + "=the root gets what all ranks give, side by side"})
public final class Gather implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("gather", Operation.GATHER).run(iccl, args, Gather::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        // Ranks other than the root need no memory for a result.
        Buffer recv = trial.isRoot() ? trial.recvBuffer(world.size()) : null;
        // In place means: the root's block already lies where it belongs in the result.
        Buffer send = trial.inPlace() && recv != null ? trial.block(recv, world.rank()) : trial.sendBuffer(1);
        trial.fill(send);

        trial.timed(() -> world.gather(send, recv, trial.count(), trial.type(), trial.root(), trial.stream()));

        if (recv != null) {
            for (int rank = 0; rank < world.size(); rank++) {
                trial.expect(recv, rank, trial.data().of(rank), 0);
            }
        }
        trial.expectUnchanged(send);
    }
}
