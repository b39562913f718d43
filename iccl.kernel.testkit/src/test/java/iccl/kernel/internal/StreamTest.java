package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.api.Stream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamTest {
    private static final Datatype INT = Datatype.INT32;

    // By messages: what goes through shared memory takes turns in issue order.
    private final LibraryRig rig = LibraryRig.withThreads("iccl.timeout=20", "iccl.shared=0");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldRunInOrder() {
        onEach(rig.kernel.commInitAll(2), rank -> {
            try (Stream stream = rig.kernel.createStream()) {
                Buffer buffer = rig.ints(1);
                for (int doubling = 0; doubling < 10; doubling++) {
                    rank.allReduce(buffer, buffer, 1, INT, ReductionOp.SUM, stream);
                }
                stream.synchronize();
                assertTrue(stream.query());
                assertEquals(List.of(1024), intsOf(buffer));
            }
        });
    }

    @Test
    void shouldMatchOperationsInIssueOrderAcrossStreams() {
        List<Communicator> other = rig.kernel.commInitAll(2);
        onEach(rig.kernel.commInitAll(2), rank -> {
            try (Stream one = rig.kernel.createStream();
                    Stream two = rig.kernel.createStream()) {
                Buffer first = rig.ints(10 + rank.rank());
                Buffer second = rig.ints(20 + rank.rank());
                // Rank 0's first stream is held up until rank 1 has come to its end; the second overtakes.
                if (rank.rank() == 0) {
                    other.get(0).barrier(one);
                }
                rank.broadcast(first, first, 1, INT, 1, one);
                rank.broadcast(second, second, 1, INT, 0, two);
                two.synchronize();
                if (rank.rank() == 1) {
                    other.get(1).barrier(null);
                }
                one.synchronize();
                assertEquals(List.of(11), intsOf(first));
                assertEquals(List.of(20), intsOf(second));
            }
        });
    }

    @Test
    void shouldReturnAtOnceAndSayWhenItIsDone() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Stream stream = rig.kernel.createStream();
        ranks.get(0).barrier(stream);
        assertFalse(stream.query());
        ranks.get(1).barrier(null);
        stream.synchronize();
        assertTrue(stream.query());
        assertNull(ranks.get(0).asyncError());
        stream.close();
        stream.close();
    }

    @Test
    void shouldReportTheFirstFailureAndNotStartWhatFollows() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Communicator follower = rig.kernel.commInitAll(2).get(0);
        Stream stream = rig.kernel.createStream();
        ranks.get(0).barrier(stream);
        follower.barrier(stream);
        ranks.get(1).abort();
        assertRefused(ResultCode.REMOTE_ERROR, stream::synchronize, "Barrier", "caused by rank 1");
        stream.synchronize();
        assertFailure(ResultCode.REMOTE_ERROR, ranks.get(0).asyncError(), "Barrier");
        assertFailure(ResultCode.REMOTE_ERROR, follower.asyncError(), "not started");
        stream.close();
    }

    @Test
    void shouldReportAFailureOnClose() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Stream stream = rig.kernel.createStream();
        ranks.get(0).barrier(stream);
        ranks.get(0).abort();
        assertRefused(ResultCode.INVALID_USAGE, stream::close, "aborted");
    }

    @Test
    void shouldUseNoProcessorWhileIdle() throws InterruptedException {
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        Stream stream = rig.kernel.createStream();
        alone.barrier(stream);
        stream.synchronize();
        Thread worker = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("iccl-stream"))
                .findFirst()
                .orElseThrow();
        TimeUnit.MILLISECONDS.sleep(50);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getThreadCpuTime(worker.getId());
        TimeUnit.MILLISECONDS.sleep(300);
        long used = threads.getThreadCpuTime(worker.getId()) - before;
        assertTrue(worker.isDaemon());
        assertTrue(used < 1_000_000, () -> "an idle stream used " + used + " ns of processor time in 300 ms");
        stream.close();
    }

    @Test
    void shouldWaitForStreamsOnClose() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Stream stream = rig.kernel.createStream();
        Buffer buffer = rig.ints(5);
        ranks.get(0).broadcast(buffer, buffer, 1, INT, 1, stream);
        onEach(ranks, rank -> {
            if (rank.rank() == 1) {
                Buffer own = rig.ints(9);
                TimeUnit.MILLISECONDS.sleep(100);
                rank.broadcast(own, own, 1, INT, 1, null);
            }
            rank.close();
        });
        assertEquals(List.of(9), intsOf(buffer));
        stream.close();
    }
}
