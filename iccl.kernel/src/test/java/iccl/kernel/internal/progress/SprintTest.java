package iccl.kernel.internal.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Machine;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SprintTest {
    private static final int STEPS = Sprint.STEPS;
    private final IcclException gone = new IcclException(ResultCode.REMOTE_ERROR, null, 1, "rank 1 is gone", null);

    private final ProgressRig rig = new ProgressRig();
    private final Sprint sprint = new Sprint(rig.driver, rig, false);

    private boolean run(Task... reserves) {
        assertTrue(sprint.begin());
        try {
            return sprint.run(List.of(reserves), reserves.length);
        } finally {
            sprint.end();
        }
    }

    /** What a task that took over ends with, if the driver goes on with it. */
    private IcclException failureOf(Task task) {
        assertTrue(task.isTaken());
        rig.driver.progress(System.nanoTime());
        assertTrue(task.isEnded());
        return Objects.requireNonNull(task.failure());
    }

    @Test
    void shouldRunOperationsWithoutTasksIfTheyAreSoonDone() {
        ScriptedMachine first = ScriptedMachine.endingIn(STEPS);
        ScriptedMachine second = ScriptedMachine.endingIn(1);
        rig.with(first, second);
        Task send = rig.reserve(Operation.SEND);
        Task recv = rig.reserve(Operation.RECV);
        assertTrue(run(send, recv));
        assertEquals(List.of(first, second), rig.given);
        assertEquals(1, second.steps, "what has ended is not stepped");
        assertFalse(send.isTaken());
        assertFalse(recv.isTaken());
        assertEquals(0, rig.adoptions);
        assertTrue(rig.ended.isEmpty());
        assertTrue(sprint.begin(), "nothing is left behind");
    }

    @Test
    void shouldPassTheTurnAtTheEnd() {
        rig.with(ScriptedMachine.endingIn(1));
        assertTrue(rig.driver.isTurn(0));
        run(rig.reserve(Operation.ALL_REDUCE, Task.Order.RUNS_IN_ORDER, 0));
        assertTrue(rig.driver.isTurn(1));
    }

    @Test
    void shouldLeaveToATaskWhatTakesLonger() {
        ScriptedMachine slow = ScriptedMachine.endingIn(STEPS + 1);
        rig.with(slow, ScriptedMachine.endingIn(1));
        Task reserve = rig.reserve(Operation.ALL_REDUCE, Task.Order.RUNS_IN_ORDER, 0);
        Task quick = rig.reserve(Operation.SEND);
        assertFalse(run(reserve, quick));
        assertEquals(STEPS, slow.steps);
        assertTrue(reserve.isTaken());
        assertFalse(quick.isTaken());
        assertEquals(1, rig.adoptions);
        assertTrue(rig.driver.isTurn(0), "it still runs");
        assertFalse(sprint.begin(), "something is under way");
        rig.driver.progress(System.nanoTime());
        assertTrue(reserve.isEnded());
        assertNull(reserve.settle());
        assertEquals(List.of(reserve), rig.ended);
        assertTrue(rig.given.contains(slow));
        assertTrue(rig.driver.isTurn(1));
        assertTrue(sprint.begin());
    }

    @Test
    void shouldTryLessOftenInACrowd() {
        ScriptedMachine slow = ScriptedMachine.endingIn(STEPS);
        rig.with(slow);
        Task reserve = rig.reserve(Operation.ALL_REDUCE);
        Sprint inACrowd = new Sprint(rig.driver, rig, true);
        assertTrue(inACrowd.begin());
        assertFalse(inACrowd.run(List.of(reserve), 1));
        inACrowd.end();
        assertEquals(Sprint.STEPS_IN_A_CROWD, slow.steps);
        assertTrue(reserve.isTaken());
    }

    @Test
    void shouldLookAtTheClockOnlyWhenATaskTakesOver() {
        ScriptedMachine slow = ScriptedMachine.endingIn(STEPS + 1);
        rig.with(slow);
        run(rig.reserve(Operation.ALL_REDUCE));
        long nowNs = System.nanoTime();
        rig.driver.progress(nowNs);
        assertEquals(STEPS + 2, slow.times.size());
        assertTrue(slow.times.subList(0, STEPS + 1).stream().allMatch(time -> time == Machine.UNTIMED));
        assertEquals(nowNs, slow.times.get(STEPS + 1));
    }

    @Test
    void shouldNotBeginWhileSomethingIsUnderWay() {
        rig.with(ScriptedMachine.endingIn(2));
        Task task = rig.task(Operation.BROADCAST);
        rig.driver.submit(task);
        assertFalse(sprint.begin());
        rig.driver.progress(System.nanoTime());
        assertTrue(task.isEnded());
        assertTrue(sprint.begin());
    }

    @Test
    void shouldNotBeginAfterAFailure() {
        rig.driver.fail(gone, 0);
        assertFalse(sprint.begin());
    }

    @Test
    void shouldNotBeginWhileAnotherThreadIsThere() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> rig.driver.exclusively(endpoint -> {
            entered.countDown();
            try {
                return leave.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        entered.await();
        assertFalse(sprint.begin());
        leave.countDown();
        assertTrue(other.get());
        assertTrue(sprint.begin());
    }

    @Test
    void shouldBlameTheOneThatDoesNotStart() {
        ScriptedMachine broken = ScriptedMachine.waiting();
        broken.thrownByStart = new NoClassDefFoundError("gone");
        ScriptedMachine never = ScriptedMachine.endingIn(1);
        rig.with(ScriptedMachine.endingIn(1), broken, never);
        Task send = rig.reserve(Operation.SEND);
        Task recv = rig.reserve(Operation.RECV);
        Task third = rig.reserve(Operation.SEND);
        assertFalse(run(send, recv, third));
        IcclException why = failureOf(recv);
        assertSame(broken.thrownByStart, why.getCause());
        assertEquals(Operation.RECV, why.operation());
        assertSame(why, failureOf(send).getCause());
        assertSame(why, failureOf(third).getCause());
        assertEquals(0, never.starts);
        assertEquals(1, rig.endpoint.aborts);
    }

    @Test
    void shouldBlameTheOneThatThrows() {
        RuntimeException thrown = new IllegalStateException("broke");
        rig.with(ScriptedMachine.waiting(), ScriptedMachine.acting(() -> {
            throw thrown;
        }));
        Task send = rig.reserve(Operation.SEND);
        Task recv = rig.reserve(Operation.RECV);
        assertFalse(run(send, recv));
        assertSame(thrown, failureOf(recv).getCause());
        assertSame(failureOf(recv), failureOf(send).getCause());
        assertSame(failureOf(recv), rig.driver.failure());
        assertTrue(rig.given.isEmpty());
    }

    @Test
    void shouldTellWhatIsThrownAtTheEnd() {
        RuntimeException thrown = new IllegalStateException("broke");
        rig.with(ScriptedMachine.endingAndThrowing(thrown));
        Task reserve = rig.reserve(Operation.ALL_REDUCE);
        assertFalse(run(reserve));
        assertSame(thrown, failureOf(reserve).getCause());
        assertTrue(rig.given.isEmpty());
    }

    @Test
    void shouldTellAFailureOfAMachine() {
        rig.with(ScriptedMachine.failing(gone), ScriptedMachine.endingIn(2));
        Task failed = rig.reserve(Operation.SEND);
        Task other = rig.reserve(Operation.RECV);
        assertFalse(run(failed, other));
        assertSame(gone, failureOf(failed).getCause());
        assertFalse(other.isTaken(), "it has ended well");
        assertEquals(1, rig.endpoint.aborts);
    }

    @Test
    void shouldFailWithoutAMachine() {
        rig.thrownByTake = new IllegalStateException("no machine");
        rig.with(ScriptedMachine.endingIn(1));
        Task send = rig.reserve(Operation.SEND);
        Task recv = rig.reserve(Operation.RECV);
        IcclException why = assertThrows(IcclException.class, () -> run(send, recv));
        assertSame(rig.thrownByTake, why.getCause());
        assertEquals(Operation.RECV, why.operation());
        assertSame(why, rig.driver.failure());
        assertEquals(1, rig.endpoint.aborts);
        assertFalse(send.isTaken());
        assertFalse(rig.driver.isEntered());
    }

    @Test
    void shouldEndWithAFailureOfAnotherThread() {
        ScriptedMachine waiting = ScriptedMachine.acting(() -> {
            CompletableFuture.runAsync(() -> rig.driver.fail(gone, 0)).join();
            return 0;
        });
        rig.with(waiting);
        Task reserve = rig.reserve(Operation.ALL_REDUCE);
        assertFalse(run(reserve));
        assertEquals(1, waiting.steps, "it does not try on");
        assertSame(gone, failureOf(reserve).getCause());
        assertSame(failureOf(reserve), waiting.failure());
    }
}
