package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.internal.pattern.Ring;

/**
 * AllGather on a ring: in each round every rank passes on the block that it got in the round before, straight from and into
 * the receive buffer.
 *
 * <p>Rounds: ranks - 1. Bytes per rank: ranks - 1 blocks. No scratch. Chosen for large blocks.
 */
public final class RingAllGather extends RoundMachine {
    private static final int LANES = 2;

    public RingAllGather(Workbench bench) {
        super(bench, LANES);
    }

    @Override
    long prepare() {
        return itemsOf(Blocks.pieces(call().bytes(), segmentBytes()), size() - 1);
    }

    @Override
    void post(long piece, int round, int lane) {
        int block = Ring.allGatherSends(rank(), round, size());
        int incoming = Ring.allGatherReceives(rank(), round, size());
        long from = round == 0 ? call().sendAddress() + piece * segmentBytes() : address(piece, block);
        recv(lane, Ring.previous(rank(), size()), address(piece, incoming), length(piece));
        send(lane, Ring.next(rank(), size()), from, length(piece));
    }

    @Override
    void complete(long piece, int round, int lane) {
        if (round == 0) {
            long own = call().sendAddress() + piece * segmentBytes();
            LocalWork.copy(mover(), address(piece, rank()), own, length(piece));
        }
    }

    private long address(long piece, int block) {
        return call().recvAddress() + block * call().bytes() + piece * segmentBytes();
    }

    private long length(long piece) {
        return Blocks.pieceLength(call().bytes(), segmentBytes(), piece);
    }
}
