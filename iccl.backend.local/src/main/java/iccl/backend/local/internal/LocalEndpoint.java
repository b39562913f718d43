package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import java.util.Arrays;

/** A rank's end of a group in shared memory. */
final class LocalEndpoint implements Endpoint {
    private final Settings settings;
    private final Membership membership;
    private final Segment segment;
    private final Traffic traffic;
    private final Gate gate = new Gate();
    private final PartNames parts;

    LocalEndpoint(Settings settings, Membership membership, Segment segment) {
        this.settings = settings;
        this.membership = membership;
        this.segment = segment;
        this.traffic = new Traffic(settings.host(), segment, membership.rank());
        this.parts = new PartNames(membership.name());
    }

    @Override
    public int rank() {
        return membership.rank();
    }

    @Override
    public int size() {
        return membership.size();
    }

    /** Whoever opened the segment is on the same machine. */
    @Override
    public int nodeOf(int rank) {
        return 0;
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        checkMessage(peer, tag, address, bytes);
        enter();
        try {
            return traffic.send(peer, tag, address, bytes);
        } finally {
            gate.leave();
        }
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        checkMessage(peer, tag, address, bytes);
        enter();
        try {
            return traffic.recv(peer, tag, address, bytes);
        } finally {
            gate.leave();
        }
    }

    @Override
    public boolean test(int handle) {
        enter();
        try {
            return traffic.test(handle);
        } finally {
            gate.leave();
        }
    }

    @Override
    public void cancel(int handle) {
        enter();
        try {
            traffic.cancel(handle);
        } finally {
            gate.leave();
        }
    }

    @Override
    public void look(int peer) {
        enter();
        try {
            traffic.look(peer);
        } finally {
            gate.leave();
        }
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        int[] ranks = members.clone();
        int place = placeIn(ranks);
        enter();
        try {
            Membership part = new Membership(
                    membership.segments(),
                    parts.next(ranks, tag),
                    "the part " + Arrays.toString(ranks) + " of " + membership.what(),
                    place,
                    ranks.length,
                    membership.patienceNanos());
            return part.join(settings, () -> checkStillWanted(ranks));
        } finally {
            gate.leave();
        }
    }

    /** While this rank waits for the others of a part: whether it is to go on, and they can still come. */
    private void checkStillWanted(int[] members) {
        if (gate.isShut()) {
            throw closed();
        }
        Peers peers = traffic.peers();
        peers.look();
        for (int member : members) {
            Departure gone = peers.gone(member);
            if (gone != null) {
                peers.blame(gone);
                throw gone.exception("the part " + Arrays.toString(members) + " cannot be made");
            }
        }
    }

    private int placeIn(int[] members) {
        boolean[] seen = new boolean[size()];
        int place = -1;
        for (int i = 0; i < members.length; i++) {
            int member = members[i];
            if (member < 0 || member >= size() || seen[member]) {
                throw new IcclException(
                        ResultCode.INVALID_ARGUMENT,
                        "%s is no part of a group of %d ranks: %d is %s"
                                .formatted(
                                        Arrays.toString(members),
                                        size(),
                                        member,
                                        member < 0 || member >= size() ? "no rank" : "there twice"));
            }
            seen[member] = true;
            if (member == rank()) {
                place = i;
            }
        }
        if (place < 0) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, "rank " + rank() + " is no member of " + Arrays.toString(members));
        }
        return place;
    }

    @Override
    public void abort() {
        if (!gate.enter()) {
            return;
        }
        try {
            int culprit = traffic.peers().culprit();
            // When this fails it was done before, or the peers know that this rank is gone.
            boolean first = segment.control().move(rank(), RankState.JOINED, RankState.ABORTED, culprit);
            assert first || segment.control().state(rank()) != RankState.JOINED;
        } finally {
            gate.leave();
        }
    }

    @Override
    public void close() {
        if (!gate.shut()) {
            return;
        }
        try {
            // When this fails the peers know already that this rank is gone.
            boolean told = segment.control().move(rank(), RankState.JOINED, RankState.CLOSED, rank());
            assert told || segment.control().state(rank()) != RankState.JOINED;
            traffic.release();
        } finally {
            segment.release();
            settings.closed().accept(this);
        }
    }

    private void enter() {
        if (!gate.enter()) {
            throw closed();
        }
    }

    private IcclException closed() {
        return new IcclException(
                ResultCode.INVALID_USAGE, "the endpoint of rank " + rank() + " in " + membership.what() + " is closed");
    }

    private void checkMessage(int peer, int tag, long address, long bytes) {
        if (peer < 0 || peer >= size()) {
            throw wrong("peer", peer, "0 to " + (size() - 1));
        }
        if (tag < 0 || tag > MAX_TAG) {
            throw wrong("tag", tag, "0 to " + MAX_TAG);
        }
        if (bytes < 0) {
            throw wrong("length", bytes, "at least 0");
        }
        if (address == 0 && bytes > 0) {
            throw wrong("address", 0, "not 0 for a message of " + bytes + " bytes");
        }
    }

    private static IcclException wrong(String what, long value, String range) {
        return new IcclException(ResultCode.INVALID_ARGUMENT, what + " " + value + " of a message must be " + range);
    }

    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " in " + membership.what();
    }
}
