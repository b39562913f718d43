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
 * Send and Recv: every rank gives a block to the next rank and gets one from the previous; the last is followed by the
 * first.
 *
 * <pre>
 *          gives        gets
 * rank 0   a0 a1 ...    c0 c1 ...
 * rank 1   b0 b1 ...    a0 a1 ...
 * rank 2   c0 c1 ...    b0 b1 ...
 * </pre>
 *
 * <p>A send may wait until its partner receives. If every rank sent first, all might wait for ever; inside a group, sends
 * and receives run at the same time, in any order.
 */
@Component(
        property = {
            Program.NAME + "=send_recv",
            Program.DESCRIPTION + "=every rank gives a block to the next rank and gets one from the previous"
        })
public final class SendRecv implements Program {
    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("send_recv", Operation.SEND).run(iccl, args, SendRecv::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();

        Buffer send = trial.sendBuffer(1);
        Buffer recv = trial.recvBuffer(1);
        trial.fill(send);

        trial.timed(() -> {
            trial.iccl().groupStart();
            world.send(send, trial.count(), trial.type(), next, trial.stream());
            world.recv(recv, trial.count(), trial.type(), previous, trial.stream());
            trial.iccl().groupEnd();
        });

        trial.expect(recv, 0, trial.data().of(previous), 0);
        trial.expectUnchanged(send);
    }
}
