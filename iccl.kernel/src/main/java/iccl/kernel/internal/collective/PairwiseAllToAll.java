package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.internal.pattern.Pairwise;
import java.util.function.IntPredicate;

/**
 * AllToAll by pairs: in each round two partners swap the blocks that they have for each other, in segments, a few at a time.
 * With two buffers a segment goes straight from and to its place. In place, what arrives waits in scratch until what it
 * replaces has left. Whether a rank works in place is its own affair, so both cut their blocks the same way. Where only some ranks
 * are partners, the other blocks are left alone.
 *
 * <p>Rounds: ranks. Bytes per rank: ranks - 1 blocks. Scratch: none, or 4 segments in place.
 */
public final class PairwiseAllToAll extends PipelinedMachine {
    private static final int LANES = 4;

    private final Slots slots = new Slots();
    private final IntPredicate isPartner;
    private boolean inPlace;
    private long pieceBytes;
    private long piecesPerBlock;

    public PairwiseAllToAll(Workbench bench) {
        this(bench, rank -> true);
    }

    /**
     * @param isPartner the ranks to swap with; each of them swaps with this one
     */
    public PairwiseAllToAll(Workbench bench, IntPredicate isPartner) {
        super(bench, LANES);
        this.isPartner = isPartner;
    }

    @Override
    long prepare() {
        inPlace = call().sendAddress() == call().recvAddress();
        pieceBytes = Math.min(segmentBytes(), call().bytes());
        piecesPerBlock = Blocks.pieces(call().bytes(), pieceBytes);
        if (inPlace) {
            slots.lay(takeScratch(Slots.bytes(LANES, pieceBytes)), pieceBytes);
        }
        return size() * piecesPerBlock;
    }

    @Override
    void post(long item, int lane) {
        int partner = partnerOf(item);
        if (partner != rank() && isPartner.test(partner)) {
            long bytes = length(item);
            recv(lane, partner, inPlace ? slots.at(lane) : call().recvAddress() + offset(item), bytes);
            send(lane, partner, call().sendAddress() + offset(item), bytes);
        }
    }

    @Override
    void complete(long item, int lane) {
        boolean own = partnerOf(item) == rank();
        if (own != inPlace && isPartner.test(partnerOf(item))) {
            long from = own ? call().sendAddress() + offset(item) : slots.at(lane);
            LocalWork.copy(mover(), call().recvAddress() + offset(item), from, length(item));
        }
    }

    private int partnerOf(long item) {
        return Pairwise.partner(rank(), (int) (item / piecesPerBlock), size());
    }

    private long offset(long item) {
        return partnerOf(item) * call().bytes() + item % piecesPerBlock * pieceBytes;
    }

    private long length(long item) {
        return Blocks.pieceLength(call().bytes(), pieceBytes, item % piecesPerBlock);
    }
}
