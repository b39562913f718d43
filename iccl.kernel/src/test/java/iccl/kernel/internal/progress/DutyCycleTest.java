package iccl.kernel.internal.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One thread; the time is what the test says. */
class DutyCycleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private final IcclException gone = new IcclException(ResultCode.REMOTE_ERROR, null, 1, "rank 1 is gone", null);

    private final ProgressRig rig = new ProgressRig();
    private final Fate fate = new Fate();
    private final DutyCycle duty = new DutyCycle(rig.endpoint, rig, ProgressRig.COMMUNICATOR, fate);

    private static IcclException failure(Task task) {
        assertTrue(task.isEnded());
        return Objects.requireNonNull(task.failure());
    }

    private static String message(Task task) {
        return Objects.requireNonNull(failure(task).getMessage());
    }

    @Test
    void shouldRunATaskToItsEndAndGiveItsMachineBack() {
        ScriptedMachine machine = ScriptedMachine.endingIn(2);
        rig.with(machine);
        Task task = rig.task(Operation.ALL_REDUCE);
        duty.begin(task);
        assertFalse(duty.isIdle());
        assertEquals(1, duty.advance());
        assertFalse(task.isEnded());
        assertEquals(2, duty.advance(), "a step and an end");
        assertTrue(task.isEnded());
        assertNull(task.failure());
        assertEquals(List.of(machine), rig.given);
        assertTrue(duty.isIdle());
        assertEquals(0, duty.advance());
    }

    @Test
    void shouldTellTheMachinesTheTimeOfTheCycle() {
        ScriptedMachine machine = ScriptedMachine.endingIn(2);
        rig.with(machine);
        duty.at(5);
        duty.begin(rig.task(Operation.ALL_REDUCE));
        duty.advance();
        duty.at(7);
        duty.advance();
        assertEquals(List.of(5L, 5L, 7L), machine.times);
    }

    @Test
    void shouldKeepWhatIsEarlyUntilTheOneBeforeHasEnded() {
        ScriptedMachine first = ScriptedMachine.endingIn(1);
        ScriptedMachine second = ScriptedMachine.endingIn(1);
        rig.with(first, second);
        Task early = rig.task(Operation.ALL_REDUCE, Task.Order.RUNS_IN_ORDER, 1);
        duty.begin(early);
        assertFalse(duty.isIdle(), "one is kept");
        duty.begin(rig.task(Operation.BROADCAST, Task.Order.RUNS_IN_ORDER, 0));
        duty.advance();
        assertEquals(0, second.starts);
        assertTrue(duty.advance() > 0);
        assertEquals(1, second.starts);
        assertTrue(early.isEnded());
        assertTrue(duty.isIdle());
    }

    @Test
    void shouldPostWhatStartsInOrderBeforeTheNextStarts() {
        ScriptedMachine first = ScriptedMachine.endingIn(2);
        ScriptedMachine second = ScriptedMachine.endingIn(2);
        rig.with(first, second);
        duty.begin(rig.task(Operation.ALL_REDUCE, Task.Order.STARTS_IN_ORDER, 0));
        assertEquals(1, first.steps);
        duty.begin(rig.task(Operation.ALL_REDUCE, Task.Order.STARTS_IN_ORDER, 1));
        assertEquals(1, second.steps, "the first still runs, and has started");
    }

    @Test
    void shouldBeginAWholeRowOfEarlyOnesInOneCycle() {
        for (int turn = 3; turn > 0; turn--) {
            duty.begin(rig.task(Operation.ALL_REDUCE, Task.Order.STARTS_IN_ORDER, turn));
        }
        rig.with(
                ScriptedMachine.waiting(),
                ScriptedMachine.waiting(),
                ScriptedMachine.waiting(),
                ScriptedMachine.waiting());
        duty.begin(rig.task(Operation.ALL_REDUCE, Task.Order.STARTS_IN_ORDER, 0));
        assertEquals(3, duty.advance());
        assertTrue(rig.machines.isEmpty());
    }

    @Test
    void shouldFailATaskWithoutAMachineAndTellThePeers() {
        rig.thrownByTake = new IllegalStateException("no machine");
        Task task = rig.task(Operation.ALL_REDUCE);
        duty.begin(task);
        assertEquals(ResultCode.INTERNAL_ERROR, failure(task).code());
        assertTrue(message(task).contains("no machine"));
        assertSame(failure(task), fate.failure());
        assertEquals(1, rig.endpoint.aborts);
    }

    @Test
    void shouldFailATaskWhoseMachineDoesNotStart() {
        ScriptedMachine machine = ScriptedMachine.waiting();
        machine.thrownByStart = new NoClassDefFoundError("gone");
        rig.with(machine);
        Task task = rig.task(Operation.ALL_REDUCE);
        duty.begin(task);
        assertEquals(ResultCode.INTERNAL_ERROR, failure(task).code());
        assertSame(machine.thrownByStart, failure(task).getCause());
        assertSame(failure(task), machine.failure());
        assertEquals(1, rig.endpoint.aborts);
    }

    @Test
    void shouldFailEverythingWithTheFirstThatThrows() {
        rig.with(ScriptedMachine.waiting(), ScriptedMachine.acting(() -> {
            throw new StackOverflowError("deep");
        }));
        Task other = rig.task(Operation.BROADCAST);
        Task thrower = rig.task(Operation.ALL_REDUCE);
        Task early = rig.task(Operation.ALL_REDUCE, Task.Order.RUNS_IN_ORDER, 1);
        duty.begin(other);
        duty.begin(thrower);
        duty.begin(early);
        duty.advance();
        assertSame(fate.failure(), failure(thrower));
        for (Task victim : List.of(other, early)) {
            assertSame(failure(thrower), failure(victim).getCause());
            assertTrue(message(victim).startsWith(victim.call().operation().title()));
            assertTrue(message(victim).contains("deep"));
        }
        assertEquals(1, rig.endpoint.aborts);
        assertTrue(rig.given.isEmpty());
        assertFalse(duty.isIdle(), "nothing begins here any more");
    }

    @Test
    void shouldFailEverythingWithAMachineThatFailed() {
        rig.with(ScriptedMachine.waiting(), ScriptedMachine.failing(gone));
        Task other = rig.task(Operation.BROADCAST);
        Task failed = rig.task(Operation.ALL_REDUCE);
        duty.begin(other);
        duty.begin(failed);
        duty.advance();
        assertSame(gone, failure(failed).getCause());
        assertEquals(ResultCode.REMOTE_ERROR, failure(failed).code());
        assertEquals(1, failure(failed).rank());
        assertSame(failure(failed), failure(other).getCause());
        assertEquals(1, rig.endpoint.aborts);
        assertTrue(rig.given.isEmpty());
    }

    @Test
    void shouldGoOnAfterAFailureThatLeftTheRanksInStep() {
        ScriptedMachine mismatch = ScriptedMachine.failing(gone);
        mismatch.failsInStep = true;
        rig.with(mismatch, ScriptedMachine.endingIn(1));
        Task failed = rig.task(Operation.ALL_REDUCE, Task.Order.RUNS_IN_ORDER, 0);
        Task next = rig.task(Operation.ALL_REDUCE, Task.Order.RUNS_IN_ORDER, 1);
        duty.begin(failed);
        duty.begin(next);
        duty.advance();
        duty.advance();
        assertSame(gone, failure(failed).getCause());
        assertTrue(next.isEnded());
        assertNull(next.failure());
        assertNull(fate.failure());
        assertEquals(0, rig.endpoint.aborts);
    }

    @Test
    void shouldEndAtOnceWhatBeginsAfterTheFailure() {
        duty.breakDown(gone);
        Task late = rig.task(Operation.ALL_REDUCE);
        duty.begin(late);
        assertSame(gone, failure(late).getCause());
        assertTrue(rig.ended.contains(late));
    }

    @Test
    void shouldFailWhatMakesNoProgressForTooLong() {
        rig.with(ScriptedMachine.waiting());
        Task task = rig.limited(SECOND);
        duty.at(SECOND);
        duty.begin(task);
        duty.at(2 * SECOND);
        duty.advance();
        assertFalse(task.isEnded(), "it may take that long");
        duty.at(2 * SECOND + 1);
        duty.advance();
        assertEquals(ResultCode.TIMEOUT, failure(task).code());
        assertTrue(message(task).contains("for 1 s (iccl.timeout)"));
        assertEquals(1, rig.endpoint.aborts);
    }

    @Test
    void shouldCountTheTimeFromTheLastProgress() {
        rig.with(ScriptedMachine.endingIn(100));
        Task task = rig.limited(SECOND);
        for (int second = 1; second < 10; second++) {
            duty.at(second * SECOND);
            if (second == 1) {
                duty.begin(task);
            }
            duty.advance();
        }
        assertFalse(task.isEnded());
    }

    @Test
    void shouldBlameNoTaskForAPauseOfTheProcess() {
        rig.with(ScriptedMachine.waiting());
        Task task = rig.limited(SECOND);
        duty.at(SECOND);
        duty.begin(task);
        duty.at(100 * SECOND);
        duty.advance();
        assertFalse(task.isEnded());
        duty.at(101 * SECOND + 1);
        duty.advance();
        assertEquals(ResultCode.TIMEOUT, failure(task).code());
    }

    @Test
    void shouldEndATaskWhoseMachineBreaksWhenItIsFailed() {
        ScriptedMachine broken = ScriptedMachine.waiting();
        broken.thrownByFail = new NoClassDefFoundError("gone");
        rig.with(broken, ScriptedMachine.waiting());
        Task task = rig.task(Operation.ALL_REDUCE);
        Task other = rig.task(Operation.BROADCAST);
        duty.begin(task);
        duty.begin(other);
        duty.breakDown(gone);
        duty.advance();
        assertSame(broken.thrownByFail, failure(task).getSuppressed()[0]);
        assertSame(gone, failure(other).getCause());
    }

    @Test
    void shouldEndATaskWhoseEndpointBreaksWhenItTellsThePeers() {
        rig.endpoint.thrownByAbort = new NoClassDefFoundError("gone");
        rig.with(ScriptedMachine.failing(gone));
        Task task = rig.task(Operation.ALL_REDUCE);
        duty.begin(task);
        duty.advance();
        assertSame(gone, failure(task).getCause());
        assertSame(rig.endpoint.thrownByAbort, failure(task).getSuppressed()[0]);
    }

    @Test
    void shouldTellThePeersOnce() {
        IcclException second = new IcclException(ResultCode.SYSTEM_ERROR, "later");
        assertSame(gone, duty.breakDown(gone));
        assertSame(gone, duty.breakDown(second));
        assertEquals(1, rig.endpoint.aborts);
    }
}
