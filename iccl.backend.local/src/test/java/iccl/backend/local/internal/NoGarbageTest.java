package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.sun.management.ThreadMXBean;
import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.internal.bootstrap.Library;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.port.Backend;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** From the user's call to its return: after a while an operation costs no memory of the Java heap, on no rank. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NoGarbageTest {
    private static final int OPERATIONS = 30;
    private static final int ROUNDS = 12;
    /** Less and more than a segment, in elements. */
    private static final long[] COUNTS = {16, 50_000};

    private final CpuSubject subject = new CpuSubject();
    private final Library library = new Library(new Configuration(name -> null, name -> null), "1");
    private List<Communicator> communicators = List.of();

    /** One call of an operation. */
    @FunctionalInterface
    private interface Call {
        void run(Communicator ranks, Buffer send, Buffer recv, long count);
    }

    @BeforeEach
    void open() {
        library.putHost(subject.host());
        library.put(backend(subject.backend()), Map.of());
        communicators = library.commInitAll(ranks());
    }

    int ranks() {
        return 3;
    }

    /** What the ranks are connected by. */
    Backend backend(Backend local) {
        return local;
    }

    @AfterEach
    void close() {
        communicators.forEach(Communicator::close);
        library.close();
        subject.close();
    }

    /** The one that a rank sends to in a group. */
    int next(int rank) {
        return (rank + 1) % ranks();
    }

    /** A rank's. */
    Communicator communicator(int rank) {
        return communicators.get(rank);
    }

    static Stream<Arguments> operations() {
        Datatype type = Datatype.FLOAT32;
        return Stream.of(
                named("AllReduce", (c, send, recv, n) -> c.allReduce(send, recv, n, type, ReductionOp.SUM, null)),
                named(
                        "AllReduce of halfs",
                        (c, send, recv, n) -> c.allReduce(send, recv, n, Datatype.BFLOAT16, ReductionOp.AVG, null)),
                named(
                        "AllReduce in place",
                        (c, send, recv, n) -> c.allReduce(recv, recv, n, type, ReductionOp.MAX, null)),
                named("Reduce", (c, send, recv, n) -> c.reduce(send, recv, n, type, ReductionOp.SUM, 0, null)),
                named(
                        "ReduceScatter",
                        (c, send, recv, n) -> c.reduceScatter(send, recv, n, type, ReductionOp.SUM, null)),
                named("Broadcast", (c, send, recv, n) -> c.broadcast(send, recv, n, type, 1, null)),
                named("AllGather", (c, send, recv, n) -> c.allGather(send, recv, n, type, null)),
                named("Gather", (c, send, recv, n) -> c.gather(send, recv, n, type, 2, null)),
                named("Scatter", (c, send, recv, n) -> c.scatter(send, recv, n, type, 0, null)),
                named("AllToAll", (c, send, recv, n) -> c.allToAll(send, recv, n, type, null)),
                named("Send and Recv", NoGarbageTest::passAround),
                named("Barrier", (c, send, recv, n) -> c.barrier(null)));
    }

    private static Arguments named(String name, Call call) {
        return Arguments.of(name, call);
    }

    private static void passAround(Communicator ranks, Buffer send, Buffer recv, long count) {
        int next = (ranks.rank() + 1) % ranks.size();
        int previous = (ranks.rank() + ranks.size() - 1) % ranks.size();
        if (ranks.rank() == 0) {
            ranks.send(send, count, Datatype.FLOAT32, next, null);
            ranks.recv(recv, count, Datatype.FLOAT32, previous, null);
        } else {
            ranks.recv(recv, count, Datatype.FLOAT32, previous, null);
            ranks.send(send, count, Datatype.FLOAT32, next, null);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void shouldAllocateNothingPerOperation(String name, Call call) throws Exception {
        for (long count : COUNTS) {
            assertNoGarbage(name + " of " + count + ", memAlloc", call, count, library::memAlloc);
            assertNoGarbage(
                    name + " of " + count + ", direct",
                    call,
                    count,
                    bytes -> library.wrap(ByteBuffer.allocateDirect((int) bytes)));
        }
    }

    @Test
    void shouldAllocateNothingPerGroup() {
        long bytes = 50_000;
        Buffer send = library.memAlloc(bytes);
        Buffer recv = library.memAlloc(bytes * ranks());
        List<Buffer> parts = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            parts.add(recv.slice(rank * bytes, bytes));
        }
        for (long count : new long[] {16, bytes}) {
            assertEquals(0, leastGarbage(() -> swapWithItself(send, recv, count)), "one rank, " + count);
            assertEquals(0, leastGarbage(() -> passAroundTogether(send, parts, count)), "all ranks, " + count);
        }
        library.memFree(send);
        library.memFree(recv);
    }

    private void swapWithItself(Buffer send, Buffer recv, long count) {
        Communicator first = communicators.get(0);
        library.groupStart();
        first.send(send, count, Datatype.INT8, 0, null);
        first.recv(recv, count, Datatype.INT8, 0, null);
        library.groupEnd();
    }

    private void passAroundTogether(Buffer send, List<Buffer> parts, long count) {
        library.groupStart();
        // No iterators: they would be the test's own garbage.
        for (int rank = 0; rank < ranks(); rank++) {
            communicators.get(rank).send(send, count, Datatype.INT8, next(rank), null);
        }
        for (int rank = 0; rank < ranks(); rank++) {
            communicators.get(next(rank)).recv(parts.get(rank), count, Datatype.INT8, rank, null);
        }
        library.groupEnd();
    }

    private void assertNoGarbage(String what, Call call, long count, LongFunction<Buffer> allocate) throws Exception {
        List<Buffer> memory = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(ranks());
        try {
            List<Future<Long>> allocated = new ArrayList<>();
            for (Communicator ranks : communicators) {
                Buffer send = allocate.apply(count * ranks() * Float.BYTES);
                Buffer recv = allocate.apply(count * ranks() * Float.BYTES);
                memory.addAll(List.of(send, recv));
                allocated.add(threads.submit(() -> leastGarbage(() -> call.run(ranks, send, recv, count))));
            }
            List<Long> bytes = new ArrayList<>();
            for (Future<Long> each : allocated) {
                bytes.add(each.get(60, TimeUnit.SECONDS));
            }
            assertEquals(
                    Collections.nCopies(ranks(), 0L), bytes, what + ": bytes by rank in " + OPERATIONS + " operations");
        } finally {
            threads.shutdownNow();
            if (what.endsWith("memAlloc")) {
                memory.forEach(library::memFree);
            }
        }
    }

    /** The least of several rounds: what the virtual machine does once is not the library's. */
    private static long leastGarbage(Runnable operation) {
        ThreadMXBean threads = assertInstanceOf(ThreadMXBean.class, ManagementFactory.getThreadMXBean());
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < OPERATIONS; i++) {
                operation.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
