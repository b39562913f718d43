package iccl.backend.mpi;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * Waits until all members of a part have come, before an MPI call that would block without a bound. The first member
 * hears from the others, then tells them all.
 */
final class Gathering {
    /** How long to wait for the others: as long as a program may take before its first collective. */
    static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final long DRAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ENDED = Long.MIN_VALUE;

    private final MpiCommunicator communicator;
    private final Lock lock;
    private final Runnable check;
    private final int[] members;

    /**
     * @param lock held around each call
     * @param check throws when waiting has become pointless; called with the lock held
     * @param members in the communicator's numbering, with this rank
     */
    Gathering(MpiCommunicator communicator, Lock lock, Runnable check, int[] members) {
        this.communicator = communicator;
        this.lock = lock;
        this.check = check;
        this.members = members;
    }

    void await(int tag, long nanos) {
        if (members.length == 1) {
            return;
        }
        int leader = members[0];
        if (communicator.rank() == leader) {
            int[] others = Arrays.copyOfRange(members, 1, members.length);
            awaitAll(others, post(others, Tags.arrival(tag), false), true, nanos);
            awaitAll(others, post(others, Tags.release(tag), true), false, nanos);
        } else {
            int[] alone = {leader};
            awaitAll(alone, post(alone, Tags.arrival(tag), true), false, nanos);
            awaitAll(alone, post(alone, Tags.release(tag), false), true, nanos);
        }
    }

    private long[] post(int[] peers, int tag, boolean send) {
        long[] requests = new long[peers.length];
        lock.lock();
        try {
            check.run();
            for (int i = 0; i < peers.length; i++) {
                requests[i] = send ? communicator.send(peers[i], tag, 0, 0) : communicator.receive(peers[i], tag, 0, 0);
            }
        } finally {
            lock.unlock();
        }
        return requests;
    }

    private void awaitAll(int[] peers, long[] requests, boolean receives, long nanos) {
        boolean complete = false;
        try {
            complete = Waiting.until(() -> allEnded(requests, true), nanos);
            if (!complete) {
                throw late(peers, requests, nanos);
            }
        } finally {
            if (!complete && receives) {
                giveUp(requests);
            }
        }
    }

    private boolean allEnded(long[] requests, boolean checked) {
        lock.lock();
        try {
            if (checked) {
                check.run();
            }
            boolean all = true;
            for (int i = 0; i < requests.length; i++) {
                if (requests[i] != ENDED && communicator.test(requests[i]) != MpiCommunicator.PENDING) {
                    requests[i] = ENDED;
                }
                all &= requests[i] == ENDED;
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    private void giveUp(long[] requests) {
        lock.lock();
        try {
            for (long request : requests) {
                if (request != ENDED) {
                    communicator.cancelReceive(request);
                }
            }
        } finally {
            lock.unlock();
        }
        Waiting.until(() -> allEnded(requests, false), DRAIN_NANOS);
    }

    private IcclException late(int[] peers, long[] requests, long nanos) {
        StringBuilder missing = new StringBuilder();
        int first = IcclException.NO_RANK;
        for (int i = 0; i < peers.length; i++) {
            if (requests[i] != ENDED) {
                first = first == IcclException.NO_RANK ? peers[i] : first;
                missing.append(missing.isEmpty() ? "" : ", ").append(peers[i]);
            }
        }
        String text = communicator.rank() == members[0]
                ? "rank " + missing + " did not come"
                : "rank " + missing + " did not say that all have come";
        return new IcclException(
                ResultCode.TIMEOUT,
                null,
                first,
                text + " within " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s to make a communicator of "
                        + members.length + " ranks; all its members must make the same call",
                null);
    }
}
