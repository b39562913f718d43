package iccl.examples.internal;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Program;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Ranks as threads that meet to exchange copies of what they send: slow, plain, and enough to run the examples. */
final class FakeWorld {
    private static final int DEADLINE_SECONDS = 60;

    final int size;
    private final CyclicBarrier barrier;
    private final List<ByteBuffer> table = new ArrayList<>();
    private final Map<String, BlockingQueue<byte[]>> messages = new ConcurrentHashMap<>();

    FakeWorld(int size) {
        this.size = size;
        barrier = new CyclicBarrier(size);
        for (int rank = 0; rank < size; rank++) {
            table.add(ByteBuffer.allocate(0));
        }
    }

    /** Runs a program on every rank, with sound communicators. */
    List<Integer> run(Program program, String... args) throws Exception {
        return run(program, fake -> fake, args);
    }

    /** Runs a program on every rank, with communicators changed as a test wants; the exit statuses by rank. */
    List<Integer> run(Program program, Function<FakeCommunicator, Communicator> change, String... args)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<Integer>> statuses = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                Iccl iccl = new FakeIccl(change.apply(new FakeCommunicator(this, rank)));
                statuses.add(threads.submit(() -> program.run(iccl, List.of(args))));
            }
            List<Integer> result = new ArrayList<>();
            for (Future<Integer> status : statuses) {
                result.add(status.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
            }
            return result;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }

    void meet() {
        try {
            barrier.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("a rank did not come", e);
        }
    }

    /** What every rank gave, by rank; nothing changes until all have called this method again. */
    List<ByteBuffer> exchange(int rank, byte[] mine) {
        meet();
        table.set(rank, ByteBuffer.wrap(mine));
        meet();
        return List.copyOf(table);
    }

    void post(int from, int to, byte[] message) {
        queue(from, to).add(message);
    }

    byte[] take(int from, int to) {
        try {
            byte[] message = queue(from, to).poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new TimeoutException("nothing from rank " + from);
            }
            return message;
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private BlockingQueue<byte[]> queue(int from, int to) {
        return messages.computeIfAbsent(from + ">" + to, key -> new LinkedBlockingQueue<>());
    }
}
