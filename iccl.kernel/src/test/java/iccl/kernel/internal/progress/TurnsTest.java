package iccl.kernel.internal.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Operation;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final ProgressRig rig = new ProgressRig();
    private final Turns turns = new Turns();

    private Task task(Task.Order order, long turn) {
        return rig.task(Operation.ALL_REDUCE, order, turn);
    }

    @Test
    void shouldLetWhatIsFreeStartAtAnyTime() {
        assertTrue(turns.isTurn(Task.ANY_TURN));
        turns.passAtEnd(task(Task.Order.RUNS_IN_ORDER, 0));
        assertTrue(turns.isTurn(Task.ANY_TURN));
    }

    @Test
    void shouldBeginWithTheFirstTurn() {
        assertTrue(turns.isTurn(0));
        assertFalse(turns.isTurn(1));
    }

    @Test
    void shouldPassTheTurnOfWhatStartsInOrderAtItsStartOnly() {
        Task task = task(Task.Order.STARTS_IN_ORDER, 0);
        assertTrue(turns.passAtStart(task));
        assertTrue(turns.isTurn(1));
        turns.passAtEnd(task);
        assertTrue(turns.isTurn(1));
    }

    @Test
    void shouldPassTheTurnOfWhatRunsInOrderAtItsEndOnly() {
        Task task = task(Task.Order.RUNS_IN_ORDER, 0);
        assertFalse(turns.passAtStart(task));
        assertTrue(turns.isTurn(0));
        turns.passAtEnd(task);
        assertTrue(turns.isTurn(1));
    }

    @Test
    void shouldPassNoTurnForWhatIsFree() {
        Task task = task(Task.Order.FREE, Task.ANY_TURN);
        assertFalse(turns.passAtStart(task));
        turns.passAtEnd(task);
        assertTrue(turns.isTurn(0));
    }

    @Test
    void shouldKeepWhatIsEarlyUntilItsTurn() {
        Task first = task(Task.Order.RUNS_IN_ORDER, 0);
        Task second = task(Task.Order.STARTS_IN_ORDER, 1);
        Task third = task(Task.Order.RUNS_IN_ORDER, 2);
        turns.keep(third);
        turns.keep(second);
        assertFalse(turns.isEmpty());
        assertNull(turns.poll());
        turns.passAtEnd(first);
        assertSame(second, turns.poll());
        assertNull(turns.poll(), "the second has not started");
        turns.passAtStart(second);
        assertSame(third, turns.poll());
        assertTrue(turns.isEmpty());
    }

    @Test
    void shouldGiveOutAllThatAreEarlyWhenTurnsDoNotCountAnyMore() {
        Set<Task> kept = new HashSet<>();
        for (int turn = 3; turn > 0; turn--) {
            Task task = task(Task.Order.RUNS_IN_ORDER, turn);
            kept.add(task);
            turns.keep(task);
        }
        Set<Task> taken = new HashSet<>();
        for (Task task = turns.pollAny(); task != null; task = turns.pollAny()) {
            taken.add(task);
        }
        assertEquals(kept, taken);
        assertTrue(turns.isEmpty());
    }
}
