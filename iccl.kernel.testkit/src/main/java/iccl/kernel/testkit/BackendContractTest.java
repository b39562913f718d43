package iccl.kernel.testkit;

import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract of a backend whose ranks can be threads of one process. A backend extends it and makes the subject; a
 * backend whose ranks are processes runs {@link BackendContractMain} instead, see {@link ContractProcesses}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendContractTest {
    private static final long HARD_LIMIT_MILLIS = 60_000;

    private @Nullable ContractSubject subject;

    /** Makes the backend under test; called once. */
    protected abstract ContractSubject makeSubject();

    /** The group sizes to test with. */
    protected int[] sizes() {
        return new int[] {1, 2, 3, 4};
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepTheContract() {
        ContractSubject made = makeSubject();
        subject = made;
        Assumptions.assumeTrue(made.backend().carriesThreads(), "this backend's ranks are processes");
        return IntStream.of(sizes()).boxed().flatMap(size -> BackendContract.checks().stream()
                .filter(check -> check.leastRanks() <= size)
                .map(check -> DynamicTest.dynamicTest(
                        check.name() + ", " + size + " ranks", () -> runOnThreads(made, check, size))));
    }

    @AfterAll
    void closeSubject() {
        if (subject != null) {
            subject.close();
        }
    }

    private static void runOnThreads(ContractSubject subject, BackendCheck check, int size) {
        Backend backend = subject.backend();
        List<Endpoint> endpoints = backend.openThreads(size);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        List<ContractRank> ranks = new ArrayList<>();
        for (Endpoint endpoint : endpoints) {
            ContractRank rank = new ContractRank(endpoint, subject.host());
            ranks.add(rank);
            threads.add(new Thread(() -> runRank(check, rank, failures), "contract-rank-" + ranks.size()));
        }
        threads.forEach(Thread::start);
        try {
            joinAll(threads, check);
        } finally {
            ranks.forEach(ContractRank::close);
        }
        Throwable first = failures.poll();
        if (first != null) {
            AssertionError failure = new AssertionError(check.name() + ": " + first.getMessage(), first);
            failures.forEach(failure::addSuppressed);
            throw failure;
        }
    }

    /** Whatever a rank throws must reach the test's thread, errors too. */
    private static void runRank(BackendCheck check, ContractRank rank, Queue<Throwable> failures) {
        try {
            check.body().run(rank);
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
    }

    private static void joinAll(List<Thread> threads, BackendCheck check) {
        long deadline = System.currentTimeMillis() + HARD_LIMIT_MILLIS;
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, deadline - System.currentTimeMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted in " + check.name(), e);
            }
            if (thread.isAlive()) {
                AssertionError hangs = new AssertionError(
                        check.name() + " hangs; the cause below is where " + thread.getName() + " stands");
                Throwable where = new Throwable(thread.getName());
                where.setStackTrace(thread.getStackTrace());
                hangs.initCause(where);
                throw hangs;
            }
        }
    }
}
