package iccl.kernel.internal.collective;

/**
 * Algorithms in which a large operation is cut into pieces that all go through the same rounds. Pieces go in groups, one
 * piece per lane; the pieces of a group take turns, so that one is combined while another travels.
 */
abstract class RoundMachine extends PipelinedMachine {
    private long pieces;
    private int rounds;

    RoundMachine(Workbench bench, int lanes) {
        super(bench, lanes);
    }

    /** What {@link #prepare} returns for so many pieces and rounds. */
    final long itemsOf(long pieceCount, int roundCount) {
        pieces = pieceCount;
        rounds = roundCount;
        long groups = (pieceCount + lanes() - 1) / lanes();
        return groups * roundCount * lanes();
    }

    /** Starts a round of a piece. */
    abstract void post(long piece, int round, int lane);

    /** Does what follows when the messages of a round of a piece are done. */
    abstract void complete(long piece, int round, int lane);

    @Override
    final void post(long item, int lane) {
        long piece = pieceOf(item, lane);
        if (piece < pieces) {
            post(piece, roundOf(item), lane);
        }
    }

    @Override
    final void complete(long item, int lane) {
        long piece = pieceOf(item, lane);
        if (piece < pieces) {
            complete(piece, roundOf(item), lane);
        }
    }

    private long pieceOf(long item, int lane) {
        return item / lanes() / rounds * lanes() + lane;
    }

    private int roundOf(long item) {
        return (int) (item / lanes() % rounds);
    }
}
