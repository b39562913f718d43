package iccl.kernel.internal.collective;

/**
 * Gather by one message from every rank to the root, straight into its place; the root takes a few at a time.
 *
 * <p>Rounds: 1, with ranks - 1 messages at the root. Bytes: ranks - 1 blocks at the root. No scratch. Chosen for large
 * blocks and for few ranks.
 */
public final class LinearGather extends PipelinedMachine {
    private static final int LANES = 16;

    public LinearGather(Workbench bench) {
        super(bench, LANES);
    }

    @Override
    long prepare() {
        return rank() == call().root() ? size() : 1;
    }

    @Override
    void post(long item, int lane) {
        if (rank() != call().root()) {
            send(lane, call().root(), call().sendAddress(), call().bytes());
        } else if (item != rank()) {
            recv(lane, (int) item, call().recvAddress() + item * call().bytes(), call().bytes());
        }
    }

    @Override
    void complete(long item, int lane) {
        if (rank() == call().root() && item == rank()) {
            long own = call().recvAddress() + item * call().bytes();
            LocalWork.copy(mover(), own, call().sendAddress(), call().bytes());
        }
    }
}
