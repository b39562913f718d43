package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Pairwise;

/**
 * An AllToAll whose blocks have lengths of their own, each between two ranks: partners swap what they have for each other, a few at
 * a time. What a rank has for itself is not moved.
 */
public final class PairwiseExchange extends PipelinedMachine {
    /** What there is to send to each rank and to receive from it; 0 bytes are no message. Both sides know both lengths. */
    public interface Blocks {
        long sendAddress(int peer);

        long sendBytes(int peer);

        long recvAddress(int peer);

        long recvBytes(int peer);
    }

    private static final int LANES = 4;

    private final Blocks blocks;

    public PairwiseExchange(Workbench bench, Blocks blocks) {
        super(bench, LANES);
        this.blocks = blocks;
    }

    @Override
    long prepare() {
        return size();
    }

    @Override
    void post(long item, int lane) {
        int partner = Pairwise.partner(rank(), (int) item, size());
        if (partner != rank()) {
            recv(lane, partner, blocks.recvAddress(partner), blocks.recvBytes(partner));
            send(lane, partner, blocks.sendAddress(partner), blocks.sendBytes(partner));
        }
    }

    @Override
    void complete(long item, int lane) {}
}
