package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.kernel.port.HostPlatform;
import org.jspecify.annotations.Nullable;

/**
 * All sends and receives of one rank. Nothing here blocks; {@link #progress} moves what can be moved.
 *
 * <p>Threads: one at a time.
 */
final class Traffic {
    private final int rank;
    private final Peers peers;
    private final Rings rings;
    private final EarlyMemory memory;
    private final Transfers transfers = new Transfers();

    private final @Nullable Outbound[] outbounds;
    private final @Nullable Inbound[] inbounds;
    private final ActiveSet sending;
    private final ActiveSet receiving;

    Traffic(HostPlatform host, Segment segment, int rank) {
        int size = segment.control().layout().size();
        this.rank = rank;
        this.peers = new Peers(segment.control(), rank);
        this.rings = new Rings(host, segment, rank);
        this.memory = new EarlyMemory(host);
        this.outbounds = new Outbound[size];
        this.inbounds = new Inbound[size];
        this.sending = new ActiveSet(size);
        this.receiving = new ActiveSet(size);
    }

    Peers peers() {
        return peers;
    }

    int send(int peer, int tag, long address, long bytes) {
        checkGroup();
        Outbound outbound = outbound(peer);
        Transfer send = take(peer, tag, address, bytes);
        send.isSend = true;
        outbound.post(send);
        sending.add(peer);
        pumpOut(peer, outbound);
        return send.handle;
    }

    int recv(int peer, int tag, long address, long bytes) {
        checkGroup();
        Transfer receive = take(peer, tag, address, bytes);
        receive.isSend = false;
        inbound(peer).post(receive);
        receiving.add(peer);
        return receive.handle;
    }

    boolean test(int handle) {
        Transfer transfer = transfers.find(handle);
        if (transfer.state != Transfer.State.DONE && transfer.state != Transfer.State.FAILED) {
            progress();
        }
        IcclException failure = transfer.failure;
        if (failure != null) {
            transfers.give(transfer);
            throw failure;
        }
        if (transfer.state != Transfer.State.DONE) {
            return false;
        }
        transfers.give(transfer);
        return true;
    }

    void cancel(int handle) {
        Transfer transfer = transfers.find(handle);
        if (transfer.state == Transfer.State.WAITING || transfer.state == Transfer.State.MOVING) {
            if (transfer.isSend) {
                outbound(transfer.peer).cancel(transfer);
            } else {
                inbound(transfer.peer).cancel(transfer);
            }
        }
        transfers.give(transfer);
    }

    /** Throws when that peer, or the whole group, is at its end. */
    void look(int peer) {
        checkGroup();
        if (peers.idle()) {
            peers.check(peer);
        }
        Departure gone = peers.gone(peer);
        if (gone != null) {
            peers.blame(gone);
            throw gone.exception("it did not come to the operation");
        }
    }

    private void checkGroup() {
        peers.look();
        Departure end = peers.endOfAll();
        if (end != null) {
            peers.blame(end);
            throw end.exception("nothing can be sent or received in this group any more");
        }
    }

    private void progress() {
        peers.look();
        Departure end = peers.endOfAll();
        int work = 0;
        // Backwards, because removing one moves the last into its place.
        for (int i = sending.count() - 1; i >= 0; i--) {
            int peer = sending.at(i);
            work += pumpOut(peer, outbound(peer));
        }
        for (int i = receiving.count() - 1; i >= 0; i--) {
            int peer = receiving.at(i);
            work += pumpIn(peer, inbound(peer));
        }
        if (end != null) {
            failAll(end);
        } else if (work > 0) {
            peers.busy();
        } else if (peers.idle()) {
            checkWaitedFor();
        }
    }

    private int pumpOut(int peer, Outbound outbound) {
        Departure gone = peers.gone(peer);
        int work = 0;
        if (gone == null) {
            work = outbound.pump();
        } else {
            peers.blame(gone);
            outbound.failAll(gone);
        }
        if (outbound.isIdle()) {
            sending.remove(peer);
        }
        return work;
    }

    /** What a rank sent before it went can still be received. */
    private int pumpIn(int peer, Inbound inbound) {
        Departure gone = peers.gone(peer);
        int work = inbound.pump();
        if (gone != null && work == 0) {
            peers.blame(gone);
            inbound.failAll(gone);
        }
        if (inbound.isIdle()) {
            receiving.remove(peer);
        }
        return work;
    }

    private void failAll(Departure end) {
        peers.blame(end);
        for (int i = sending.count() - 1; i >= 0; i--) {
            int peer = sending.at(i);
            outbound(peer).failAll(end);
            sending.remove(peer);
        }
        for (int i = receiving.count() - 1; i >= 0; i--) {
            int peer = receiving.at(i);
            inbound(peer).failAll(end);
            receiving.remove(peer);
        }
    }

    private void checkWaitedFor() {
        for (int i = 0; i < sending.count(); i++) {
            peers.check(sending.at(i));
        }
        for (int i = 0; i < receiving.count(); i++) {
            peers.check(receiving.at(i));
        }
    }

    private Transfer take(int peer, int tag, long address, long bytes) {
        Transfer transfer = transfers.take();
        transfer.peer = peer;
        transfer.tag = tag;
        transfer.address = address;
        transfer.bytes = bytes;
        return transfer;
    }

    private Outbound outbound(int peer) {
        Outbound outbound = outbounds[peer];
        if (outbound == null) {
            outbound = new Outbound(peer, rings.create(peer), memory);
            outbounds[peer] = outbound;
        }
        return outbound;
    }

    private Inbound inbound(int peer) {
        Inbound inbound = inbounds[peer];
        if (inbound == null) {
            inbound = new Inbound(rank, peer, rings, memory);
            inbounds[peer] = inbound;
        }
        return inbound;
    }

    /** Frees all memory but the segment. */
    void release() {
        for (Outbound outbound : outbounds) {
            if (outbound != null) {
                outbound.release();
            }
        }
        for (Inbound inbound : inbounds) {
            if (inbound != null) {
                inbound.release();
            }
        }
        memory.release();
    }
}
