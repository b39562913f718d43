package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.Windows;
import iccl.kernel.port.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a machine that works between nodes has of its own node: the exchanges, the slots and the windows of the ranks there, for
 * data of its own layout. It and the machines of {@link NodeEngine#collective} share the exchanges: one at a time is at work.
 *
 * <p>Threads: one at a time.
 */
public final class NodeSide {
    private final Endpoint endpoint;
    private final Board board;
    private final Exchange exchange;
    private final @Nullable Windows windows;
    private final List<PeerWindows> peers;
    private final NodeLimits limits;

    /**
     * @param endpoint of the ranks of the node
     * @param windows of this process; null when all ranks are threads of it and show addresses
     */
    NodeSide(
            Endpoint endpoint,
            Board board,
            Exchange exchange,
            @Nullable Windows windows,
            List<PeerWindows> peers,
            NodeLimits limits) {
        this.endpoint = endpoint;
        this.board = board;
        this.exchange = exchange;
        this.windows = windows;
        this.peers = peers;
        this.limits = limits;
    }

    /** Ranks on the node. */
    public int size() {
        return exchange.size();
    }

    /** How much a slot holds. */
    public long slotBytes() {
        return board.slotBytes();
    }

    /** Where so many bytes go; at most {@link #slotBytes}. */
    public Room roomFor(long bytes) {
        return board.roomFor(bytes);
    }

    /** Whether this rank may write for the exchange that comes next. */
    public boolean isNextFree(Room room) {
        return exchange.isNextFree(room.depth());
    }

    /** Where this rank writes for the exchange that comes next. */
    public long ownRoom(Room room) {
        return board.room(exchange.rank(), room, exchange.next());
    }

    /** Where a rank of the node wrote for the exchange that was begun last. */
    public long room(int place, Room room) {
        return board.room(place, room, exchange.current());
    }

    /** What this rank wrote for the next exchange is complete. */
    public void begin() {
        exchange.begin();
    }

    /** Whether what a rank of the node wrote for the exchange begun last can be read. */
    public boolean hasBegun(int place) {
        return place == exchange.rank() || exchange.hasBegun(place);
    }

    /** The same for all of them. */
    public boolean haveAllBegun() {
        return exchange.haveAllBegun();
    }

    /** Whether an operation of that size is worth asking where the buffers are; else it goes through the slots. */
    public boolean isWorthAsking(long bytes) {
        return bytes >= limits.askedFromBytes();
    }

    /** Tells where this rank's buffers are, with the exchange that comes next; 0 = it has none. */
    public void show(long send, long recv) {
        // No operation is at work that has addresses.
        for (int place = 0; place < peers.size(); place++) {
            peers.get(place).letGo();
        }
        board.show(exchange.rank(), exchange.next(), placeOf(send), placeOf(recv));
    }

    private long placeOf(long address) {
        return windows == null ? Place.atAddress(address) : Place.inWindow(windows, address);
    }

    /** Whether this process can map the send buffer that was shown in the exchange begun last. */
    public boolean isSendReachable(int place) {
        return board.shownSend(place, exchange.current()) != Place.UNREACHABLE;
    }

    /** The same for the receive buffer. */
    public boolean isRecvReachable(int place) {
        return board.shownRecv(place, exchange.current()) != Place.UNREACHABLE;
    }

    /** Where in this process another rank's send buffer is. */
    public long send(int place) {
        return peers.get(place).address(board.shownSend(place, exchange.current()));
    }

    /** The same for the receive buffer. */
    public long recv(int place) {
        return peers.get(place).address(board.shownRecv(place, exchange.current()));
    }

    /** Nobody is late; until one is found so again. */
    public void forgetAwaited() {
        exchange.forgetAwaited();
    }

    /** The place of the rank that was last found late, or {@link iccl.api.IcclException#NO_RANK}. */
    public int awaited() {
        return exchange.awaited();
    }

    /** How many steps that found nothing to do lie between two looks. */
    public int stepsPerLook() {
        return limits.stepsPerLook();
    }

    /** Looks whether the one that was last found late can still come. */
    public void look() {
        endpoint.look(exchange.awaited());
    }
}
