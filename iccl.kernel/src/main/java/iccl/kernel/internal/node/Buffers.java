package iccl.kernel.internal.node;

import iccl.api.Operation;
import iccl.kernel.internal.memory.Windows;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the buffers of all ranks are, for one operation at a time. Each rank shows its own; when all have, every rank comes to
 * the same answer whether the operation can work on them directly.
 *
 * <p>Threads: one at a time.
 */
final class Buffers {
    /** How the ranks come to each other's buffers. */
    enum Reach {
        /** Not at all: one of them is not shown. */
        NONE,
        /** Those that others need are mapped. */
        MAPPED,
        /** One at least is in a process's own memory, which others can copy but not work on. */
        COPIED
    }

    private final Board board;
    private final Exchange exchange;
    private final HostPlatform host;
    private final @Nullable Windows windows;
    private final List<PeerWindows> peers;
    private final CollectiveCall call;
    private final int rank;
    private final long[] sends;
    private final long[] recvs;
    private boolean canCopy;

    /**
     * @param windows of this process; null when all ranks are threads of it and show addresses
     * @param peers the others' windows, by rank
     */
    Buffers(
            Board board,
            Exchange exchange,
            HostPlatform host,
            @Nullable Windows windows,
            List<PeerWindows> peers,
            CollectiveCall call) {
        this.call = call;
        this.board = board;
        this.exchange = exchange;
        this.host = host;
        this.windows = windows;
        this.peers = peers;
        this.rank = exchange.rank();
        this.sends = new long[peers.size()];
        this.recvs = new long[peers.size()];
    }

    /** All ranks have found that they can copy from and to each other's memory. */
    void allowCopies() {
        canCopy = true;
    }

    /** Tells the others where this rank's buffers are, for the exchange that comes next. */
    void show() {
        board.show(rank, exchange.next(), place(call.sendAddress()), place(call.recvAddress()));
    }

    /** Where others find this rank's memory, as {@link Place} says it. */
    long place(long address) {
        if (windows == null) {
            return Place.atAddress(address);
        }
        long inWindow = Place.inWindow(windows, address);
        return inWindow == Place.UNREACHABLE && canCopy ? Place.inProcess(address) : inWindow;
    }

    /** How the operation can work on the buffers where they are; the same on every rank. All ranks have shown theirs. */
    Reach reach() {
        Reach reach = Reach.MAPPED;
        for (int peer = 0; peer < peers.size(); peer++) {
            long send = needsSend(peer) ? board.shownSend(peer, exchange.current()) : Place.IRRELEVANT;
            long recv = needsRecv(peer) ? board.shownRecv(peer, exchange.current()) : Place.IRRELEVANT;
            boolean isSwapped =
                    call.operation() == Operation.ALL_TO_ALL && send == board.shownRecv(peer, exchange.current());
            if (send == Place.UNREACHABLE || recv == Place.UNREACHABLE || isSwapped) {
                return Reach.NONE;
            }
            if (Place.isInProcess(send) || Place.isInProcess(recv)) {
                reach = Reach.COPIED;
            }
        }
        return reach == Reach.COPIED && call.op() != null ? Reach.NONE : reach;
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

    /** Finds in this process what was shown, until {@link #release}; this rank's own is where the call says. */
    void find() {
        for (int peer = 0; peer < peers.size(); peer++) {
            peers.get(peer).letGo();
            peers.get(peer).hold();
            if (peer == rank) {
                sends[peer] = call.sendAddress();
                recvs[peer] = call.recvAddress();
            } else {
                sends[peer] = needsSend(peer) ? peers.get(peer).address(board.shownSend(peer, exchange.current())) : 0;
                recvs[peer] = needsRecv(peer) ? peers.get(peer).address(board.shownRecv(peer, exchange.current())) : 0;
            }
        }
    }

    /** The addresses are not used any more. */
    void release() {
        for (int peer = 0; peer < peers.size(); peer++) {
            peers.get(peer).unhold();
        }
    }

    /** Where a rank's buffer is in this process; all are {@link Reach#MAPPED mapped}. */
    long send(int peer) {
        return sends[peer];
    }

    long recv(int peer) {
        return recvs[peer];
    }

    /** Copies out of a rank's send buffer, mapped or not. */
    void take(long to, int peer, long offset, long bytes) {
        if (sends[peer] == PeerWindows.NOT_MAPPED) {
            peers.get(peer).pull(board.shownSend(peer, exchange.current()), offset, to, bytes);
        } else if (to != sends[peer] + offset) {
            host.copy(to, sends[peer] + offset, bytes);
        }
    }

    /** Copies into a rank's receive buffer, mapped or not. */
    void give(int peer, long offset, long from, long bytes) {
        if (recvs[peer] == PeerWindows.NOT_MAPPED) {
            peers.get(peer).push(board.shownRecv(peer, exchange.current()), offset, from, bytes);
        } else if (from != recvs[peer] + offset) {
            host.copy(recvs[peer] + offset, from, bytes);
        }
    }
}
