package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** How an endpoint ends: closed here, aborted here, aborted by a peer. */
final class EndChecks {
    /** A communicator whose bundle went away fails within a second; so does one whose peer did. */
    private static final long SOON_NANOS = 1_000_000_000L;

    private EndChecks() {}

    static List<BackendCheck> all() {
        return List.of(
                new BackendCheck("refuses work after close", 1, EndChecks::closed),
                new BackendCheck("is closed by another thread", 2, EndChecks::closedByOtherThread),
                new BackendCheck("closes with messages in flight", 2, EndChecks::closedInFlight),
                new BackendCheck("fails what runs here after abort", 2, EndChecks::abortedHere),
                new BackendCheck("tells the peers of an abort", 2, EndChecks::abortedByPeer));
    }

    private static void closed(ContractRank rank) {
        long address = rank.allocate(8);
        rank.barrier();
        Endpoint endpoint = rank.endpoint();
        int open = endpoint.recv(rank.rank(), 40, address, 8);
        endpoint.close();
        endpoint.close();
        refuses(rank, "send after close", () -> endpoint.send(rank.rank(), 1, address, 8));
        refuses(rank, "recv after close", () -> endpoint.recv(rank.rank(), 1, address, 8));
        refuses(rank, "test after close", () -> endpoint.test(open));
        refuses(rank, "subgroup after close", () -> endpoint.subgroup(new int[] {rank.rank()}, 1));
    }

    private static void refuses(ContractRank rank, String what, Runnable action) {
        rank.fails(what, action, ResultCode.INVALID_USAGE);
    }

    /**
     * As when the bundle is stopped while a rank waits for a message that never comes. It waits for itself: a peer that
     * closes first would be another failure.
     */
    private static void closedByOtherThread(ContractRank rank) {
        long address = rank.allocate(8);
        rank.barrier();
        int open = rank.endpoint().recv(rank.rank(), 41, address, 8);
        CountDownLatch waiting = new CountDownLatch(1);
        Thread closer = new Thread(
                () -> {
                    await(waiting);
                    rank.endpoint().close();
                },
                "contract-closer");
        closer.start();
        waiting.countDown();
        long before = System.nanoTime();
        rank.fails("test while another thread closes", () -> rank.await("recv", open), ResultCode.INVALID_USAGE);
        rank.check(System.nanoTime() - before < 2 * SOON_NANOS, "a waiting rank noticed the close too late");
        join(closer);
    }

    private static void closedInFlight(ContractRank rank) {
        long bytes = 5L << 20;
        long out = rank.filled(bytes, 1);
        rank.endpoint().send(rank.next(), 42, out, bytes);
        rank.endpoint().send(rank.next(), 43, out, 100);
        rank.endpoint().recv(rank.previous(), 44, rank.allocate(bytes), bytes);
        long before = System.nanoTime();
        rank.endpoint().close();
        rank.check(System.nanoTime() - before < 2 * SOON_NANOS, "close waited for peers");
    }

    private static void abortedHere(ContractRank rank) {
        long address = rank.allocate(8);
        rank.fails(
                "test after abort",
                () -> {
                    int open = rank.endpoint().recv(rank.next(), 45, address, 8);
                    rank.endpoint().abort();
                    rank.endpoint().abort();
                    rank.await("recv", open);
                },
                ResultCode.INVALID_USAGE,
                ResultCode.REMOTE_ERROR);
        rank.fails(
                "send after abort",
                () -> rank.send(rank.next(), 45, address, 8),
                ResultCode.INVALID_USAGE,
                ResultCode.REMOTE_ERROR);
    }

    /** Rank 0 gives up when all are there; the others wait for it, then try to go on. */
    private static void abortedByPeer(ContractRank rank) {
        long address = rank.allocate(8);
        if (rank.rank() == 0) {
            for (int peer = 1; peer < rank.size(); peer++) {
                rank.recv(peer, 46, address, 8);
            }
            rank.endpoint().abort();
            return;
        }
        int ready = rank.endpoint().send(0, 46, address, 8);
        long[] before = {System.nanoTime()};
        IcclException failure = rank.fails(
                "receive from a rank that aborted",
                () -> {
                    rank.await("send to a rank that will abort", ready);
                    before[0] = System.nanoTime();
                    rank.recv(0, 46, address, 8);
                },
                ResultCode.REMOTE_ERROR);
        rank.check(System.nanoTime() - before[0] < 3 * SOON_NANOS, "a peer noticed the abort too late");
        rank.check(failure.rank() == 0, "the failure names rank " + failure.rank() + " instead of 0");
        rank.fails("receive after a peer's abort", () -> rank.recv(0, 47, address, 8), ResultCode.REMOTE_ERROR);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            throw new AssertionError("close did not return within 2 s");
        }
    }
}
