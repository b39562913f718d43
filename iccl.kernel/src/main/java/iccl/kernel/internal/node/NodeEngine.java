package iccl.kernel.internal.node;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.memory.WindowTable;
import iccl.kernel.internal.memory.Windows;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one rank has of the memory that it shares with the others of its machine, which are all of a communicator or a part. Here
 * each has a number of its own, its place, as the endpoint counts them. It is made in two steps: each rank tells the others the
 * way to its memory ({@link #offer}), then opens theirs ({@link #open}).
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
public final class NodeEngine {
    /** Bytes of what {@link #offer} writes. */
    public static final int OFFER_BYTES = NodeOffer.BYTES;

    /**
     * What a machine works with.
     *
     * @param call becomes the operation under way
     */
    record Parts(
            Endpoint endpoint,
            CollectiveCall call,
            Exchange exchange,
            SlotPath slots,
            WindowPath windows,
            Buffers buffers,
            Channels channels) {}

    /** Each maps what each other has, and Linux lets a process have 65,530 mappings (vm.max_map_count). */
    private static final int MOST_IN_A_PROCESS = 128;

    private static final Logger LOG = LoggerFactory.getLogger(NodeEngine.class);

    private final Endpoint endpoint;
    private final HostMemory memory;
    private final NodeLimits limits;
    private final int[] ranks;
    /** For each rank of the communicator up to the highest here. */
    private final int[] places;

    private final List<PeerWindows> peers = new ArrayList<>();
    /** Why this rank itself can share nothing, or null. */
    private @Nullable String trouble;

    private boolean canCopy = true;
    private @Nullable Board board;
    private @Nullable Parts parts;
    private @Nullable NodeSide side;

    /**
     * @param endpoint of the ranks of the machine
     * @param ranks which rank of the communicator is at each place
     */
    public NodeEngine(Endpoint endpoint, HostMemory memory, NodeLimits limits, int[] ranks) {
        this.ranks = ranks.clone();
        this.places = places(ranks);
        this.limits = limits;
        this.endpoint = endpoint;
        this.memory = memory;
    }

    private static int[] places(int[] ranks) {
        int[] places = new int[Arrays.stream(ranks).max().orElse(0) + 1];
        for (int place = 0; place < ranks.length; place++) {
            places[ranks[place]] = place;
        }
        return places;
    }

    /** Writes what this rank tells the others; rank 0 makes the board. */
    public void offer(ByteBuffer to, int at) {
        offer().write(to, at);
    }

    private NodeOffer offer() {
        trouble = refusal();
        if (trouble != null) {
            return NodeOffer.EMPTY;
        }
        try {
            WindowTable table = memory.windows().table();
            if (endpoint.rank() != 0) {
                return new NodeOffer(table.key(), table.memory().address(), NodeOffer.NOTHING);
            }
            Board made = createBoard();
            board = made;
            return new NodeOffer(table.key(), table.memory().address(), made.key());
        } catch (IcclException e) {
            // Short of memory or handles: the ranks send messages instead, and say why.
            trouble = "rank " + endpoint.rank() + " has none to share: " + e.getMessage();
            LOG.warn("The ranks of a machine send messages instead of sharing memory, since {}", trouble);
            return NodeOffer.EMPTY;
        }
    }

    private @Nullable String refusal() {
        if (limits.slotsBytes() == 0) {
            return "iccl.shared is 0";
        }
        return host().sharesMemory() ? null : "platform " + host().name() + " cannot share memory";
    }

    private Board createBoard() {
        return Board.create(host(), endpoint.size(), limits.slotsBytes() / 2);
    }

    /**
     * Opens what the others told.
     *
     * @param from the offers of all ranks, in their order
     * @return null when all can be used; else why not
     */
    public @Nullable String open(ByteBuffer from) {
        if (trouble != null) {
            return trouble;
        }
        try {
            SharedMemory.Key place = NodeOffer.read(from, 0).board();
            if (place.bytes() == 0) {
                return "rank 0 shares none: its iccl.shared is 0, or its log says why";
            }
            Board opened = board == null ? Board.attach(host(), place, endpoint.size()) : board;
            board = opened;
            for (int rank = 0; rank < endpoint.size(); rank++) {
                NodeOffer offer = NodeOffer.read(from, rank * OFFER_BYTES);
                if (offer.table().bytes() == 0) {
                    return "rank " + rank + " shares none: its iccl.shared is 0, or its log says why";
                }
                addPeer(offer.table(), offer.tableAddress());
            }
            parts = assemble(opened, memory.windows());
            return null;
        } catch (IcclException e) {
            return "rank " + endpoint.rank() + " cannot open another's memory: " + e.getMessage();
        }
    }

    private void addPeer(SharedMemory.Key key, long address) {
        WindowTable table = WindowTable.attach(host(), key);
        peers.add(new PeerWindows(host(), table));
        canCopy &= memory.windows().table().canCopyFrom(host(), table, address);
    }

    /** Whether this rank can copy from and to the memory of all others, whatever memory. */
    public boolean canCopy() {
        return canCopy;
    }

    /** All ranks can; before the first operation. */
    public void allowCopies() {
        parts().buffers().allowCopies();
    }

    /**
     * Makes the engines of ranks that are threads of this process.
     *
     * @param engines of all ranks, in their order
     * @param byAddress whether they use each other's buffers at their addresses, any buffers; else they map windows, so that a
     *     rank that fails and frees its buffers does not take them away from one that is late
     * @return null when it is done; else why not
     */
    public static @Nullable String join(List<NodeEngine> engines, boolean byAddress) {
        NodeEngine first = engines.get(0);
        boolean areTooMany = !byAddress && engines.size() > MOST_IN_A_PROCESS;
        String refusal = areTooMany ? "they are more than " + MOST_IN_A_PROCESS + " in one process" : first.refusal();
        if (refusal != null) {
            return refusal;
        }
        try {
            Board made = first.createBoard();
            first.board = made;
            for (NodeEngine engine : engines) {
                engine.joinOthers(engines, made, byAddress);
            }
            if (engines.stream().allMatch(NodeEngine::canCopy)) {
                engines.forEach(NodeEngine::allowCopies);
            }
            return null;
        } catch (IcclException e) {
            engines.forEach(NodeEngine::close);
            LOG.warn("Ranks send messages instead of sharing memory, since there is none to share: {}", e.getMessage());
            return "there is none to share: " + e.getMessage();
        }
    }

    private void joinOthers(List<NodeEngine> engines, Board made, boolean byAddress) {
        Board own = board == null ? Board.attach(host(), made.key(), engines.size()) : board;
        board = own;
        for (NodeEngine peer : engines) {
            if (byAddress) {
                peers.add(new PeerWindows(host(), null));
            } else {
                SharedMemory table = peer.memory.windows().table().memory();
                addPeer(table.key(), table.address());
            }
        }
        parts = assemble(own, byAddress ? null : memory.windows());
    }

    private Parts assemble(Board opened, @Nullable Windows windows) {
        CollectiveCall call = new CollectiveCall();
        Exchange exchange = new Exchange(opened, endpoint.rank(), endpoint.size());
        Buffers buffers = new Buffers(opened, exchange, host(), windows, peers, call);
        side = new NodeSide(endpoint, opened, exchange, windows, peers, limits);
        return new Parts(
                endpoint,
                call,
                exchange,
                new SlotPath(opened, exchange, host(), limits, call),
                new WindowPath(exchange, host(), buffers, call),
                buffers,
                new Channels(opened, host(), buffers, peers, endpoint.rank(), ranks, limits.slotsBytes() / 2));
    }

    /** A machine for any collective; one at a time is at work. */
    public Machine collective() {
        return new NodeMachine(parts(), limits);
    }

    /**
     * A machine for Send and Recv between these ranks.
     *
     * @param bench of the whole communicator, whose ranks the calls name
     */
    public Machine message(Workbench bench) {
        return new MessageMachine(bench, parts().channels(), places, limits);
    }

    private Parts parts() {
        Parts ready = parts;
        if (ready == null) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "the ranks share no memory; please report it");
        }
        return ready;
    }

    /** For a machine that works between nodes. */
    public NodeSide side() {
        NodeSide ready = side;
        if (ready == null) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "the ranks share no memory; please report it");
        }
        return ready;
    }

    private HostPlatform host() {
        return memory.host();
    }

    /** Gives everything back; others may still use what they have of it. Idempotent. */
    public void close() {
        if (parts != null) {
            parts.channels().close();
        }
        parts = null;
        side = null;
        peers.forEach(PeerWindows::release);
        peers.clear();
        Board held = board;
        board = null;
        if (held != null) {
            held.release();
        }
    }
}
