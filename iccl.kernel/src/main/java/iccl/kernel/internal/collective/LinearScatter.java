package iccl.kernel.internal.collective;

/**
 * Scatter by one message from the root to every rank, straight from its place; the root sends a few at a time.
 *
 * <p>Rounds: 1, with ranks - 1 messages at the root. Bytes: ranks - 1 blocks at the root. No scratch. Chosen for large
 * blocks and for few ranks.
 */
public final class LinearScatter extends PipelinedMachine {
    private static final int LANES = 16;

    public LinearScatter(Workbench bench) {
        super(bench, LANES);
    }

    @Override
    long prepare() {
        return rank() == call().root() ? size() : 1;
    }

    @Override
    void post(long item, int lane) {
        if (rank() != call().root()) {
            recv(lane, call().root(), call().recvAddress(), call().bytes());
        } else if (item != rank()) {
            send(lane, (int) item, call().sendAddress() + item * call().bytes(), call().bytes());
        }
    }

    @Override
    void complete(long item, int lane) {
        if (rank() == call().root() && item == rank()) {
            long own = call().sendAddress() + item * call().bytes();
            LocalWork.copy(mover(), call().recvAddress(), own, call().bytes());
        }
    }
}
