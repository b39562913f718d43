package iccl.kernel.internal.node;

import iccl.api.IcclException;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A rank's channels to and from the others, itself too. The sender makes a channel when it first sends and tells the way to it
 * on the board.
 *
 * <p>Threads: one at a time.
 */
final class Channels {
    /** No message is longer in a channel: two copies of more would take longer than to meet. */
    private static final long LONGEST_BYTES = 8 * 1024;

    private static final String REMEDY = "allow the process more open files (ulimit -n) and memory";

    private static final Logger LOG = LoggerFactory.getLogger(Channels.class);

    private final Board board;
    private final HostPlatform host;
    private final Buffers buffers;
    private final List<PeerWindows> peers;
    private final int rank;
    private final int[] ranks;
    private final long slotBytes;
    private final @Nullable Channel[] outgoing;
    private final @Nullable Channel[] incoming;

    /**
     * @param ranks which rank of the communicator is at each place, for messages
     * @param bytes what all channels of all ranks may take; but each message has a line at least
     */
    Channels(
            Board board,
            HostPlatform host,
            Buffers buffers,
            List<PeerWindows> peers,
            int rank,
            int[] ranks,
            long bytes) {
        this.board = board;
        this.host = host;
        this.buffers = buffers;
        this.peers = peers;
        this.rank = rank;
        this.ranks = ranks;
        int size = peers.size();
        this.slotBytes = Math.min(LONGEST_BYTES, bytes / size / size / Channel.SLOTS);
        this.outgoing = new Channel[size];
        this.incoming = new Channel[size];
    }

    HostPlatform host() {
        return host;
    }

    int rank() {
        return rank;
    }

    /** Where the others find this rank's memory, as {@link Place} says it. */
    long place(long address) {
        return buffers.place(address);
    }

    PeerWindows windowsOf(int peer) {
        return peers.get(peer);
    }

    /** The channel to a rank; null when this or that rank could not have one. */
    @Nullable
    Channel to(int peer) {
        Channel known = outgoing[peer];
        if (known != null && known.isKnown()) {
            return known;
        }
        if (board.isWithoutChannel(rank, peer)) {
            return null;
        }
        if (known == null) {
            known = make(peer);
            outgoing[peer] = known;
        }
        return known;
    }

    private @Nullable Channel make(int peer) {
        try {
            Channel made = Channel.create(host, slotBytes);
            board.showChannel(rank, peer, made.key());
            return made;
        } catch (IcclException e) {
            LOG.warn("Messages to rank {} go through the transport: {}; {}", ranks[peer], e.getMessage(), REMEDY);
            board.showNoChannel(rank, peer);
            return null;
        }
    }

    /** The channel from a rank; null when that has made none yet, or there {@link #isWithoutChannelFrom is none}. */
    @Nullable
    Channel from(int peer) {
        Channel known = incoming[peer];
        if (known == null) {
            SharedMemory.Key key = board.shownChannel(peer, rank);
            if (key != null) {
                known = attach(peer, key);
                incoming[peer] = known;
            }
        }
        return known;
    }

    /** Whatever was sent so far is sent again then, through the transport: its senders wait until they know that it came. */
    private @Nullable Channel attach(int peer, SharedMemory.Key key) {
        try {
            return new Channel(host, host.attach(key));
        } catch (IcclException e) {
            LOG.warn("Messages from rank {} go through the transport: {}; {}", ranks[peer], e.getMessage(), REMEDY);
            board.showNoChannel(peer, rank);
            return null;
        }
    }

    boolean isWithoutChannelFrom(int peer) {
        return board.isWithoutChannel(peer, rank);
    }

    void close() {
        for (int peer = 0; peer < peers.size(); peer++) {
            release(outgoing[peer]);
            release(incoming[peer]);
            outgoing[peer] = null;
            incoming[peer] = null;
        }
    }

    private static void release(@Nullable Channel channel) {
        if (channel != null) {
            channel.release();
        }
    }
}
