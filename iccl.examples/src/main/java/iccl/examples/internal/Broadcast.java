package iccl.examples.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Operation;
import iccl.api.Program;
import iccl.examples.internal.suite.Suite;
import iccl.examples.internal.suite.Trial;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/**
 * Broadcast: one rank, the root, gives a block, and every rank gets a copy.
 *
 * <pre>
 *               gives        gets
 * rank 0, root  a0 a1 ...    a0 a1 ...
 * rank 1                     a0 a1 ...
 * </pre>
 */
@Component(property = {Program.NAME + "=broadcast", Program.DESCRIPTION + "=every rank gets what the root gives"})
public final class Broadcast implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("broadcast", Operation.BROADCAST).run(iccl, args, Broadcast::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        Buffer recv = trial.recvBuffer(1);
        // Only the root gives something; in place, what it gives is also what it gets.
        @Nullable Buffer send = null;
        if (trial.isRoot()) {
            send = trial.inPlace() ? recv : trial.sendBuffer(1);
            trial.fill(send);
        }

        Buffer given = send; // a lambda wants a variable that never changes
        trial.timed(() -> world.broadcast(given, recv, trial.count(), trial.type(), trial.root(), trial.stream()));

        trial.expect(recv, 0, trial.data().of(trial.root()), 0);
        trial.expectSameEverywhere(recv);
        if (given != null) {
            trial.expectUnchanged(given);
        }
    }
}
