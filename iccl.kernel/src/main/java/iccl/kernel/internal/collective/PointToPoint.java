package iccl.kernel.internal.collective;

import iccl.api.Operation;

/** Send and Recv: one message, straight from or into the caller's buffer; the only way there is. */
public final class PointToPoint extends PipelinedMachine {
    public PointToPoint(Workbench bench) {
        super(bench, 1);
    }

    @Override
    long prepare() {
        return 1;
    }

    @Override
    void post(long item, int lane) {
        if (call().operation() == Operation.SEND) {
            send(lane, call().root(), call().sendAddress(), call().bytes());
        } else {
            recv(lane, call().root(), call().recvAddress(), call().bytes());
        }
    }

    @Override
    void complete(long item, int lane) {}
}
