package iccl.backend.local.internal;

import org.jspecify.annotations.Nullable;

/**
 * Who of the group is gone, as one rank sees it. Looking is one read of memory while all are well. A rank that waits long
 * also looks whether the processes it waits for still run.
 */
final class Peers {
    /** After a rank aborted, the others' messages to each other may still end well for that long. */
    private static final long GRACE_NANOS = 200_000_000L;

    private static final long CHECK_NANOS = 100_000_000L;
    /** Reading the clock costs as much as a turn; so it is not read in each. */
    private static final int TURNS = 16;

    private final Control control;
    private final int rank;
    private final @Nullable Departure[] gone;
    /** Known once a rank has joined, when it was first looked for. */
    private final @Nullable ProcessIdentity[] processes;

    private long seenTrouble;
    private @Nullable Departure aborted;
    private long abortedNanos;
    private int idleTurns;
    private long checkedNanos;
    private volatile int culprit;

    Peers(Control control, int rank) {
        this.control = control;
        this.rank = rank;
        this.culprit = rank;
        this.gone = new Departure[control.layout().size()];
        this.processes = new ProcessIdentity[gone.length];
    }

    /** Looks whether somebody went. */
    void look() {
        long trouble = control.trouble();
        if (trouble == seenTrouble) {
            return;
        }
        seenTrouble = trouble;
        for (int peer = 0; peer < gone.length; peer++) {
            RankState state = control.state(peer);
            if (state == RankState.JOINED || gone[peer] != null) {
                continue;
            }
            Departure departure = peer == rank ? Departure.here(rank) : Departure.of(control, peer);
            gone[peer] = departure;
            if (state == RankState.ABORTED && (aborted == null || peer == rank)) {
                aborted = departure;
                abortedNanos = peer == rank ? System.nanoTime() - GRACE_NANOS : System.nanoTime();
            }
        }
    }

    /** Why nothing more comes from or goes to that rank, or null. */
    @Nullable
    Departure gone(int peer) {
        return gone[peer];
    }

    /** The abort that ends everything in this group now, this rank's own one at once; or null. */
    @Nullable
    Departure endOfAll() {
        return aborted != null && System.nanoTime() - abortedNanos >= GRACE_NANOS ? aborted : null;
    }

    /** An operation failed for that reason. */
    void blame(Departure departure) {
        if (departure.rank() != rank) {
            culprit = departure.culprit();
        }
    }

    /** The rank that is to blame when this one gives up now; for any thread. */
    int culprit() {
        return culprit;
    }

    void busy() {
        idleTurns = 0;
    }

    /** Nothing moved in this turn; true when it is time to {@link #check} those that are waited for. */
    boolean idle() {
        if (++idleTurns % TURNS != 0) {
            return false;
        }
        long now = System.nanoTime();
        if (idleTurns == TURNS) {
            checkedNanos = now;
        }
        if (now - checkedNanos < CHECK_NANOS) {
            return false;
        }
        checkedNanos = now;
        return true;
    }

    /** Looks whether a peer's process still runs, and tells everybody when it does not. */
    void check(int peer) {
        if (control.state(peer) == RankState.JOINED && !process(peer).mayBeAlive()) {
            // When this fails the peer itself said how it ended, just before.
            boolean told = control.move(peer, RankState.JOINED, RankState.DEAD, peer);
            if (told) {
                look();
            }
        }
    }

    private ProcessIdentity process(int peer) {
        ProcessIdentity known = processes[peer];
        if (known == null) {
            known = control.process(peer);
            processes[peer] = known;
        }
        return known;
    }
}
