package iccl.kernel.internal.node;

import iccl.api.Operation;
import iccl.kernel.internal.memory.Windows;
import iccl.kernel.port.CollectiveCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the buffers of all ranks are in this process, for one operation at a time. Each rank shows its own; when all have,
 * every rank comes to the same answer whether the operation can work on them directly.
 *
 * <p>Threads: one at a time.
 */
final class Buffers {
    private final Board board;
    private final Exchange exchange;
    private final @Nullable Windows windows;
    private final List<PeerWindows> peers;
    private final CollectiveCall call;
    private final int rank;
    private final long[] sends;
    private final long[] recvs;

    /**
     * @param windows of this process; null when all ranks are threads of it and show addresses
     * @param peers the others' windows, by rank
     */
    Buffers(Board board, Exchange exchange, @Nullable Windows windows, List<PeerWindows> peers, CollectiveCall call) {
        this.call = call;
        this.board = board;
        this.exchange = exchange;
        this.windows = windows;
        this.peers = peers;
        this.rank = exchange.rank();
        this.sends = new long[peers.size()];
        this.recvs = new long[peers.size()];
    }

    /** Tells the others where this rank's buffers are, for the exchange that comes next. */
    void show() {
        board.show(rank, exchange.next(), place(call.sendAddress()), place(call.recvAddress()));
    }

    private long place(long address) {
        return windows == null ? Place.atAddress(address) : Place.inWindow(windows, address);
    }

    /** Whether the operation can work on the buffers where they are; the same on every rank. All ranks have shown theirs. */
    boolean areReachable() {
        for (int peer = 0; peer < peers.size(); peer++) {
            long send = board.shownSend(peer, exchange.current());
            long recv = board.shownRecv(peer, exchange.current());
            boolean needsSend = needsSend(peer);
            boolean needsRecv = needsRecv(peer);
            boolean isSwapped = call.operation() == Operation.ALL_TO_ALL && send == recv;
            if (needsSend && send == Place.UNREACHABLE || needsRecv && recv == Place.UNREACHABLE || isSwapped) {
                return false;
            }
        }
        return true;
    }

    private boolean needsSend(int peer) {
        return switch (call.operation()) {
            case ALL_REDUCE, REDUCE, REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL -> true;
            case BROADCAST, SCATTER -> peer == call.root();
            default -> false;
        };
    }

    private boolean needsRecv(int peer) {
        return switch (call.operation()) {
            case ALL_REDUCE, BROADCAST -> true;
            case REDUCE, GATHER -> peer == call.root();
            default -> false;
        };
    }

    /** Finds in this process what was shown; this rank's own is where the call says. */
    void find() {
        for (int peer = 0; peer < peers.size(); peer++) {
            if (peer == rank) {
                sends[peer] = call.sendAddress();
                recvs[peer] = call.recvAddress();
            } else {
                sends[peer] = needsSend(peer) ? peers.get(peer).address(board.shownSend(peer, exchange.current())) : 0;
                recvs[peer] = needsRecv(peer) ? peers.get(peer).address(board.shownRecv(peer, exchange.current())) : 0;
            }
        }
    }

    long send(int peer) {
        return sends[peer];
    }

    long recv(int peer) {
        return recvs[peer];
    }
}
