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
 * AllReduce: every rank gives a block of numbers, and every rank gets their combination, element by element.
 *
 * <pre>
 *          gives        gets (sum)
 * rank 0   a0 a1 ...    a0+b0 a1+b1 ...
 * rank 1   b0 b1 ...    a0+b0 a1+b1 ...
 * </pre>
 *
 * <p>The workhorse of data-parallel training: each rank's gradients go in, their average comes out everywhere.
 */
@Component(
        property = {
            Program.NAME + "=all_reduce",
            Program.DESCRIPTION + "=every rank gets the combination of what all ranks give"
        })
public final class AllReduce implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("all_reduce", Operation.ALL_REDUCE).run(iccl, args, AllReduce::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();

        // In place means: one buffer, which is overwritten with the result.
        Buffer recv = trial.recvBuffer(1);
        Buffer send = trial.inPlace() ? recv : trial.sendBuffer(1);
        trial.fill(send);

        trial.timed(() -> world.allReduce(send, recv, trial.count(), trial.type(), trial.op(), trial.stream()));

        trial.expect(recv, 0, trial.data().combined(), 0);
        trial.expectSameEverywhere(recv);
        if (!trial.inPlace()) {
            trial.expectUnchanged(send);
        }
    }
}
