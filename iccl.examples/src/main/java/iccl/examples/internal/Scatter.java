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
 * Scatter: one rank, the root, gives a block for every rank, and each gets its own. The opposite of {@link Gather}.
 *
 * <pre>
 *               gives                  gets
 * rank 0, root  a0 a1 ... b0 b1 ...    a0 a1 ...
 * rank 1                               b0 b1 ...
 * </pre>
 */
@Component(
        property = {Program.NAME + "=scatter", Program.DESCRIPTION + "=every rank gets its block of what the root gives"
        })
public final class Scatter implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("scatter", Operation.SCATTER).run(iccl, args, Scatter::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        // Only the root gives something: a block for every rank.
        Buffer send = trial.isRoot() ? trial.sendBuffer(world.size()) : null;
        if (send != null) {
            trial.fill(send);
        }
        // In place means: the root's own block stays where it is.
        Buffer recv = trial.inPlace() && send != null ? trial.block(send, world.rank()) : trial.recvBuffer(1);

        trial.timed(() -> world.scatter(send, recv, trial.count(), trial.type(), trial.root(), trial.stream()));

        trial.expect(recv, 0, trial.data().of(trial.root()), world.rank() * trial.count());
        if (send != null) {
            trial.expectUnchanged(send);
        }
    }
}
