package iccl.itest.container;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All-reduces that go on in the background, checked, until it is closed or something fails. */
final class Traffic implements AutoCloseable {
    private static final int COUNT = 1000;
    private static final long PATIENCE_MILLIS = 10_000;

    /**
     * What a thread runs; it lets go of it at once. From Java 19 on a thread that has ended keeps what it ran, and the
     * framework may keep the thread that loaded a class: communicators, and the bundles behind them, would stay.
     */
    private static final class Errand implements Runnable {
        private @Nullable Traffic traffic;
        private @Nullable Communicator rank;

        Errand(Traffic traffic, Communicator rank) {
            this.traffic = traffic;
            this.rank = rank;
        }

        @Override
        public void run() {
            Traffic mine = Objects.requireNonNull(traffic);
            Communicator communicator = Objects.requireNonNull(rank);
            traffic = null;
            rank = null;
            mine.run(communicator);
        }
    }

    private final Iccl iccl;
    private final MemorySpace space;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong rounds = new AtomicLong();
    private volatile boolean isStopping;

    Traffic(Iccl iccl, List<Communicator> ranks) {
        this(iccl, ranks, MemorySpace.HOST);
    }

    /** @param space of the memory that the operations use */
    Traffic(Iccl iccl, List<Communicator> ranks, MemorySpace space) {
        this.iccl = iccl;
        this.space = space;
        for (Communicator rank : ranks) {
            Thread thread = new Thread(new Errand(this, rank), "traffic-" + rank.rank());
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    int size() {
        return threads.size();
    }

    private void run(Communicator rank) {
        List<Buffer> memory = new ArrayList<>();
        try {
            Buffer buffer = allocate(memory, MemorySpace.HOST);
            Buffer used = space == MemorySpace.HOST ? buffer : allocate(memory, space);
            boolean goesOn = true;
            for (int round = 0; goesOn; round++) {
                goesOn = once(rank, buffer, used, round);
            }
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        } finally {
            memory.forEach(iccl::memFree);
        }
    }

    private Buffer allocate(List<Buffer> memory, MemorySpace where) {
        Buffer made = iccl.memAlloc(4L * (COUNT + 1), where);
        memory.add(made);
        return made;
    }

    /** The last element is a vote: all ranks stop after the same round. */
    private boolean once(Communicator rank, Buffer buffer, Buffer used, int round) {
        for (int i = 0; i < COUNT; i++) {
            buffer.asByteBuffer().putInt(4 * i, round + i + rank.rank());
        }
        buffer.asByteBuffer().putInt(4 * COUNT, isStopping ? 1 : 0);
        move(used, buffer);
        rank.allReduce(used, used, COUNT + 1, Datatype.INT32, ReductionOp.SUM, null);
        move(buffer, used);
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

    private void move(Buffer to, Buffer from) {
        if (to != from) {
            iccl.copy(to, from);
        }
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

    /** The failures of all ranks, which must come soon. */
    List<Throwable> awaitFailures(long millis) {
        threads.forEach(thread -> Waiting.join(thread, millis));
        if (failures.size() != threads.size()) {
            throw new AssertionError(failures.size() + " of " + threads.size() + " ranks failed: " + failures);
        }
        return List.copyOf(failures);
    }

    @Override
    public void close() {
        isStopping = true;
        for (Thread thread : threads) {
            Waiting.join(thread, PATIENCE_MILLIS);
        }
    }
}
