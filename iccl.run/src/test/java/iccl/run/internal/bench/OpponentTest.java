package iccl.run.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.UserMistake;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpponentTest {
    private static final Map<String, String> NOTHING_INSTALLED = Map.of("PATH", "/nowhere");

    @Test
    void shouldTakeTheMpiThatStartsTheRanks() {
        assertEquals(List.of(Opponent.OMPI), Opponent.parse("mpi", "ompi", NOTHING_INSTALLED));
        assertEquals(
                List.of(Opponent.MPICH, Opponent.MEMORY),
                Opponent.parse("mpi,memory,mpich", "mpich", NOTHING_INSTALLED));
    }

    @Test
    void shouldTakeWhoIsNamed() {
        assertEquals(
                List.of(Opponent.MPICH, Opponent.OMPI), Opponent.parse("mpi=mpich,ompi", "none", NOTHING_INSTALLED));
    }

    @Test
    void shouldSayWhatThereIsNot() {
        assertThrows(UserMistake.class, () -> Opponent.parse("mpi", "none", NOTHING_INSTALLED));
        UserMistake mistake = assertThrows(UserMistake.class, () -> Opponent.parse("memry", "none", NOTHING_INSTALLED));
        assertTrue(mistake.hint().contains("memory"), mistake.hint());
    }
}
