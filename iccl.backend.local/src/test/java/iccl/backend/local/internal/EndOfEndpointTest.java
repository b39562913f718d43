package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ContractRank;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing and aborting, by anybody at any time. Checked memory fails every access to what was given back. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EndOfEndpointTest {
    private static final int ROUNDS = 150;
    private static final int RANKS = 3;
    private static final int BYTES = 20_000;

    private final CheckedMemory memory = new CheckedMemory();

    @Test
    void shouldNeverTouchWhatAnotherThreadGaveBack() throws Exception {
        long seed = System.nanoTime();
        System.out.println("EndOfEndpointTest seed " + seed);
        Random random = new Random(seed);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        for (int round = 0; round < ROUNDS; round++) {
            LocalBackend backend = TestHosts.backend(memory, Map.of("ICCL_LOCAL_RING", "8K"));
            List<Endpoint> endpoints = backend.openThreads(RANKS);
            CyclicBarrier start = new CyclicBarrier(RANKS + 1);
            List<Thread> threads = new ArrayList<>();
            for (Endpoint endpoint : endpoints) {
                threads.add(start(start, failures, () -> exchange(endpoint)));
            }
            int victim = random.nextInt(RANKS);
            int how = random.nextInt(3);
            long delay = random.nextInt(300_000);
            threads.add(start(start, failures, () -> {
                LockSupport.parkNanos(delay);
                switch (how) {
                    case 0 -> endpoints.get(victim).close();
                    case 1 -> endpoints.get(victim).abort();
                    default -> backend.closeAll();
                }
            }));
            for (Thread thread : threads) {
                thread.join();
            }
            endpoints.forEach(Endpoint::close);
            assertEquals(List.of(), List.copyOf(failures), "seed " + seed + ", round " + round);
            memory.assertNothingLeaked();
        }
    }

    private static Thread start(CyclicBarrier start, Queue<Throwable> failures, Runnable action) {
        Thread thread = new Thread(() -> {
            try {
                start.await();
                action.run();
            } catch (Exception | Error e) {
                failures.add(e);
            }
        });
        thread.start();
        return thread;
    }

    /** Sends around the ring until the endpoint ends, which must be said in the proper words. */
    private void exchange(Endpoint endpoint) {
        long out = memory.allocate(MemorySpace.HOST, BYTES);
        long in = memory.allocate(MemorySpace.HOST, BYTES);
        try {
            while (true) {
                int sent = endpoint.send((endpoint.rank() + 1) % RANKS, 1, out, BYTES);
                int received = endpoint.recv((endpoint.rank() + RANKS - 1) % RANKS, 1, in, BYTES);
                boolean isSent = false;
                boolean isReceived = false;
                while (!isSent || !isReceived) {
                    isSent = isSent || endpoint.test(sent);
                    isReceived = isReceived || endpoint.test(received);
                    LockSupport.parkNanos(1_000);
                }
            }
        } catch (IcclException e) {
            if (e.code() != ResultCode.INVALID_USAGE && e.code() != ResultCode.REMOTE_ERROR) {
                throw e;
            }
        } finally {
            endpoint.close();
            memory.free(MemorySpace.HOST, out);
            memory.free(MemorySpace.HOST, in);
        }
    }

    @Test
    void shouldDeliverWhatWasSentBeforeTheSenderClosed() {
        List<Endpoint> endpoints = TestHosts.backend(memory, Map.of()).openThreads(2);
        try (ContractRank receiver = new ContractRank(endpoints.get(1), memory)) {
            try (ContractRank sender = new ContractRank(endpoints.get(0), memory)) {
                sender.send(1, 1, sender.filled(1000, 5), 1000);
            }
            long in = receiver.allocate(1000);
            receiver.recv(0, 1, in, 1000);
            receiver.verify("message of a rank that closed", in, 1000, 5);
            IcclException failure = assertThrows(IcclException.class, () -> receiver.recv(0, 1, in, 1000));
            assertEquals(ResultCode.REMOTE_ERROR, failure.code());
            assertEquals(0, failure.rank());
            failure = assertThrows(IcclException.class, () -> receiver.send(0, 1, in, 1000));
            assertEquals(ResultCode.REMOTE_ERROR, failure.code());
        }
        memory.assertNothingLeaked();
    }

    @Test
    void shouldNameTheFirstCauseWhenAnAbortFollowsAFailure() {
        List<Endpoint> endpoints = TestHosts.backend(memory, Map.of()).openThreads(3);
        ContractRank first = new ContractRank(endpoints.get(0), memory);
        ContractRank second = new ContractRank(endpoints.get(1), memory);
        long address = first.allocate(8);
        endpoints.get(2).close();
        assertThrows(IcclException.class, () -> second.recv(2, 1, address, 8));
        endpoints.get(1).abort();
        IcclException failure = assertThrows(IcclException.class, () -> first.recv(1, 1, address, 8));
        assertEquals(2, failure.rank(), failure.getMessage());
        second.close();
        first.close();
        memory.assertNothingLeaked();
    }

    /** Rank 1 waits for itself only; still it may not wait for ever. */
    @Test
    void shouldEndEverythingSoonAfterAnAbort() {
        List<Endpoint> endpoints = TestHosts.backend(memory, Map.of()).openThreads(2);
        ContractRank rank = new ContractRank(endpoints.get(1), memory);
        long address = rank.allocate(8);
        int open = endpoints.get(1).recv(1, 1, address, 8);
        endpoints.get(0).abort();
        assertFalse(endpoints.get(1).test(open), "what does not need the other may still end well for a while");
        long before = System.nanoTime();
        IcclException failure = assertThrows(IcclException.class, () -> rank.await("recv", open));
        assertEquals(0, failure.rank());
        assertTrue(System.nanoTime() - before < 900_000_000L);
        endpoints.get(0).close();
        rank.close();
        memory.assertNothingLeaked();
    }

    @Test
    void shouldRefuseHandlesThatHaveEnded() {
        try (Endpoint endpoint =
                TestHosts.backend(memory, Map.of()).openThreads(1).get(0)) {
            int sent = endpoint.send(0, 1, 0, 0);
            assertTrue(endpoint.test(sent));
            IcclException failure = assertThrows(IcclException.class, () -> endpoint.test(sent));
            assertEquals(ResultCode.INVALID_USAGE, failure.code());
            assertThrows(IcclException.class, () -> endpoint.cancel(12_345));
            assertThrows(IcclException.class, () -> endpoint.send(1, 1, 0, 0));
            assertThrows(IcclException.class, () -> endpoint.send(0, -1, 0, 0));
            assertThrows(IcclException.class, () -> endpoint.send(0, Endpoint.MAX_TAG + 1, 0, 0));
            assertThrows(IcclException.class, () -> endpoint.recv(0, 1, 0, 8));
            assertThrows(IcclException.class, () -> endpoint.recv(0, 1, 0, -8));
        }
        memory.assertNothingLeaked();
    }
}
