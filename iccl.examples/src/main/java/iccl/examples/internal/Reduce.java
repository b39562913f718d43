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
 * Reduce: as {@link AllReduce}, but only one rank, the root, gets the combination.
 *
 * <pre>
 *               gives        gets (sum)
 * rank 0, root  a0 a1 ...    a0+b0 a1+b1 ...
 * rank 1        b0 b1 ...
 * </pre>
 */
@Component(
        property = {
            Program.NAME + "=reduce",
            Program.DESCRIPTION + "=the root gets the combination of what all ranks give"
        })
public final class Reduce implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("reduce", Operation.REDUCE).run(iccl, args, Reduce::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        Buffer send = trial.sendBuffer(1);
        trial.fill(send);
        // Ranks other than the root need no memory for a result.
        @Nullable Buffer recv = null;
        if (trial.isRoot()) {
            recv = trial.inPlace() ? send : trial.recvBuffer(1);
        }

        Buffer result = recv; // a lambda wants a variable that never changes
        trial.timed(() ->
                world.reduce(send, result, trial.count(), trial.type(), trial.op(), trial.root(), trial.stream()));

        if (result != null) {
            trial.expect(result, 0, trial.data().combined(), 0);
        }
        if (result != send) {
            trial.expectUnchanged(send);
        }
    }
}
