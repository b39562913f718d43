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
 * AllToAll: every rank gives a block for every rank, and gets a block from every rank, in rank order.
 *
 * <pre>
 *          gives                  gets
 * rank 0   a0 a1 ... b0 b1 ...    a0 a1 ... c0 c1 ...
 * rank 1   c0 c1 ... d0 d1 ...    b0 b1 ... d0 d1 ...
 * </pre>
 *
 * <p>Of the blocks as a matrix, it is the transposition.
 */
@Component(property = {Program.NAME + "=all_to_all", Program.DESCRIPTION + "=every rank gets a block from every rank"})
public final class AllToAll implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("all_to_all", Operation.ALL_TO_ALL).run(iccl, args, AllToAll::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        Buffer send = trial.sendBuffer(world.size());
        trial.fill(send);
        // In place means: what comes from a rank replaces what goes to it.
        Buffer recv = trial.inPlace() ? send : trial.recvBuffer(world.size());

        trial.timed(() -> world.allToAll(send, recv, trial.count(), trial.type(), trial.stream()));

        for (int rank = 0; rank < world.size(); rank++) {
            trial.expect(recv, rank, trial.data().of(rank), world.rank() * trial.count());
        }
        if (!trial.inPlace()) {
            trial.expectUnchanged(send);
        }
    }
}
