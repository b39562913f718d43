package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;

/** Waits until all ranks of a segment have come, without burning a core. */
final class Muster {
    private static final long FIRST_PARK_NANOS = 20_000;
    private static final long LONGEST_PARK_NANOS = 1_000_000;
    private static final long CHECK_NANOS = 100_000_000;

    /** Says whether waiting still makes sense: throws when it does not. */
    @FunctionalInterface
    interface Condition {
        void check();
    }

    private Muster() {}

    /**
     * Returns when all have come.
     *
     * @param what for people: what they come to
     * @throws IcclException {@code TIMEOUT} naming those that did not come; {@code REMOTE_ERROR} when one that came went
     */
    static void await(Control control, String what, Deadline deadline, Condition condition) {
        long park = FIRST_PARK_NANOS;
        long checked = System.nanoTime();
        condition.check();
        while (!haveAllCome(control)) {
            condition.check();
            long now = System.nanoTime();
            if (now - checked > CHECK_NANOS) {
                checked = now;
                checkProcesses(control);
            }
            if (deadline.hasPassed()) {
                throw missing(control, what, deadline);
            }
            LockSupport.parkNanos(park);
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IcclException(
                        ResultCode.INVALID_USAGE,
                        "the thread that waited for the ranks of " + what + " was interrupted");
            }
            park = Math.min(2 * park, LONGEST_PARK_NANOS);
        }
    }

    /** A rank that has closed already had come. */
    private static boolean haveAllCome(Control control) {
        boolean all = true;
        for (int rank = 0; rank < control.layout().size(); rank++) {
            RankState state = control.state(rank);
            if (state == RankState.LEFT || state == RankState.DEAD) {
                throw Departure.of(control, rank).exception("the others cannot go on without it");
            }
            all &= state != RankState.ABSENT;
        }
        return all;
    }

    private static void checkProcesses(Control control) {
        for (int rank = 0; rank < control.layout().size(); rank++) {
            if (control.state(rank) == RankState.JOINED
                    && !control.process(rank).mayBeAlive()) {
                // When this fails the rank itself said how it ended; the next look sees it.
                boolean told = control.move(rank, RankState.JOINED, RankState.DEAD, rank);
                if (told) {
                    return;
                }
            }
        }
    }

    private static IcclException missing(Control control, String what, Deadline deadline) {
        StringJoiner absent = new StringJoiner(", ");
        int came = 0;
        int last = IcclException.NO_RANK;
        for (int rank = 0; rank < control.layout().size(); rank++) {
            if (control.state(rank) == RankState.ABSENT) {
                absent.add(Integer.toString(rank));
                last = rank;
            } else {
                came++;
            }
        }
        int size = control.layout().size();
        return new IcclException(
                ResultCode.TIMEOUT,
                null,
                last,
                "%d of %d ranks came to %s within %s; missing: rank %s. Look whether they were started, on this machine, and "
                                .formatted(came, size, what, deadline, absent)
                        + "what they say; ICCL_TIMEOUT_INIT sets how long to wait",
                null);
    }
}
