package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.internal.pattern.RecursiveDoubling;
import iccl.kernel.internal.pattern.RecursiveDoubling.Role;

/**
 * AllReduce by recursive doubling: in each round partners exchange all they have and both combine it, the lower ranks' part
 * on the left, so that all come to the same bits.
 *
 * <p>Rounds: log2(ranks), and 2 more when ranks is no power of two. Bytes per rank: the whole buffer in accumulators, in
 * every round. Scratch: 4 segments. Chosen for small buffers, where the number of rounds is what counts.
 */
public final class RecursiveDoublingAllReduce extends RoundMachine {
    private static final int LANES = 2;

    private final Reduction reduction;
    private final Slots slots = new Slots();
    private final long[] partial = new long[LANES];
    private final Role role;
    private final int exchanges;
    private final int firstExchange;
    private long pieceElements;

    public RecursiveDoublingAllReduce(Workbench bench) {
        super(bench, LANES);
        reduction = new Reduction(bench.host(), bench.size());
        role = RecursiveDoubling.role(bench.rank(), bench.size());
        exchanges = RecursiveDoubling.rounds(bench.size());
        firstExchange = RecursiveDoubling.extras(bench.size()) > 0 ? 1 : 0;
    }

    @Override
    long prepare() {
        reduction.take(call());
        pieceElements = Math.min(call().count(), segmentBytes() / reduction.bytes());
        long slotBytes = pieceElements * reduction.bytes();
        slots.lay(takeScratch(Slots.bytes(2 * LANES, slotBytes)), slotBytes);
        return itemsOf(Blocks.pieces(call().count(), pieceElements), exchanges + 2 * firstExchange);
    }

    @Override
    void post(long piece, int round, int lane) {
        if (round == 0) {
            partial[lane] = reduction.operand(call().sendAddress() + offset(piece), mine(lane), length(piece));
        }
        long bytes = length(piece) * reduction.bytes();
        if (round < firstExchange) {
            foldIn(bytes, lane);
        } else if (round < firstExchange + exchanges) {
            exchange(round - firstExchange, bytes, lane);
        } else {
            handOut(piece, lane);
        }
    }

    private void foldIn(long bytes, int lane) {
        if (role == Role.EXTRA) {
            send(lane, rank() + 1, partial[lane], bytes);
        } else if (role == Role.PROXY) {
            recv(lane, rank() - 1, theirs(lane), bytes);
        }
    }

    private void exchange(int round, long bytes, int lane) {
        if (role != Role.EXTRA) {
            int partner = RecursiveDoubling.partner(rank(), round, size());
            recv(lane, partner, theirs(lane), bytes);
            send(lane, partner, partial[lane], bytes);
        }
    }

    private void handOut(long piece, int lane) {
        long bytes = length(piece) * call().type().bytes();
        if (role == Role.PROXY) {
            send(lane, rank() - 1, call().recvAddress() + offset(piece), bytes);
        } else if (role == Role.EXTRA) {
            recv(lane, rank() + 1, call().recvAddress() + offset(piece), bytes);
        }
    }

    @Override
    void complete(long piece, int round, int lane) {
        if (role == Role.EXTRA) {
            return;
        }
        if (round < firstExchange) {
            if (role == Role.PROXY) {
                combine(true, piece, lane);
            }
        } else if (round < firstExchange + exchanges) {
            int partner = RecursiveDoubling.partner(rank(), round - firstExchange, size());
            combine(partner < rank(), piece, lane);
            if (round == firstExchange + exchanges - 1) {
                reduction.store(call().recvAddress() + offset(piece), mine(lane), length(piece));
            }
        }
    }

    private void combine(boolean theirsIsLeft, long piece, int lane) {
        long left = theirsIsLeft ? theirs(lane) : partial[lane];
        long right = theirsIsLeft ? partial[lane] : theirs(lane);
        reduction.combine(mine(lane), left, right, length(piece));
        partial[lane] = mine(lane);
    }

    private long mine(int lane) {
        return slots.at(2L * lane);
    }

    private long theirs(int lane) {
        return slots.at(2L * lane + 1);
    }

    private long length(long piece) {
        return Blocks.pieceLength(call().count(), pieceElements, piece);
    }

    private long offset(long piece) {
        return piece * pieceElements * call().type().bytes();
    }
}
