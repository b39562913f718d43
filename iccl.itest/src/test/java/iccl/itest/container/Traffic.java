package iccl.itest.container;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All-reduces that go on in the background, checked, until it is closed or something fails. */
final class Traffic implements AutoCloseable {
    private static final int COUNT = 1000;
    private static final long PATIENCE_MILLIS = 10_000;

    private final Iccl iccl;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong rounds = new AtomicLong();
    private volatile boolean isStopping;

    Traffic(Iccl iccl, List<Communicator> ranks) {
        this.iccl = iccl;
        for (Communicator rank : ranks) {
            Thread thread = new Thread(() -> run(rank), "traffic-" + rank.rank());
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    int size() {
        return threads.size();
    }

    private void run(Communicator rank) {
        try {
            Buffer buffer = iccl.memAlloc(4L * (COUNT + 1));
            boolean goesOn = true;
            for (int round = 0; goesOn; round++) {
                goesOn = once(rank, buffer, round);
            }
            iccl.memFree(buffer);
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
    }

    /** The last element is a vote: all ranks stop after the same round. */
    private boolean once(Communicator rank, Buffer buffer, int round) {
        for (int i = 0; i < COUNT; i++) {
            buffer.asByteBuffer().putInt(4 * i, round + i + rank.rank());
        }
        buffer.asByteBuffer().putInt(4 * COUNT, isStopping ? 1 : 0);
        rank.allReduce(buffer, buffer, COUNT + 1, Datatype.INT32, ReductionOp.SUM, null);
        int size = rank.size();
        for (int i = 0; i < COUNT; i++) {
            int expected = size * (round + i) + size * (size - 1) / 2;
            int actual = buffer.asByteBuffer().getInt(4 * i);
            if (actual != expected) {
                throw new AssertionError(
                        "round %d, element %d: %d instead of %d".formatted(round, i, actual, expected));
            }
        }
        rounds.incrementAndGet();
        return buffer.asByteBuffer().getInt(4 * COUNT) == 0;
    }

    /** Returns after that many more rounds. */
    void awaitRounds(int more) {
        long goal = rounds.get() + (long) more * threads.size();
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (rounds.get() < goal) {
            Throwable failure = failures.peek();
            if (failure != null) {
                throw new AssertionError("traffic failed: " + failure.getMessage(), failure);
            }
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("traffic stands still at round " + rounds.get());
            }
            Waiting.sleep(2);
        }
    }

    /** The first failure of any rank, or null. */
    @Nullable
    Throwable failure() {
        return failures.peek();
    }

    @Override
    public void close() {
        isStopping = true;
        for (Thread thread : threads) {
            Waiting.join(thread, PATIENCE_MILLIS);
        }
    }
}
