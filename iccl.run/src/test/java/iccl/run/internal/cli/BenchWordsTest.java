package iccl.run.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.UserMistake;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchWordsTest {
    private static BenchWords sorted(String words) {
        return new BenchWords(List.of(words.split(" ")));
    }

    @Test
    void shouldSortTheLaunchersOptionsFromTheBenchmarks() {
        BenchWords words =
                sorted("-n 2 --minbytes 4 all_reduce -x A=b --timeout=9 -e 64M --launcher ompi -q -d all gather");
        assertEquals(List.of("-n", "2", "-x", "A=b", "--timeout=9", "--launcher", "ompi", "-q"), words.launcher());
        assertEquals(List.of("--minbytes", "4", "all_reduce", "-e", "64M", "-d", "all", "gather"), words.benchmark());
        assertNull(words.against());
    }

    @Test
    void shouldKnowAttachedValues() {
        BenchWords words = sorted("-n4 -lompi -e64M --against=mpi,memory");
        assertEquals(List.of("-n4", "-lompi"), words.launcher());
        assertEquals(List.of("-e64M"), words.benchmark());
        assertEquals("mpi,memory", words.against());
    }

    @Test
    void shouldLeaveAllAfterTwoDashesToTheBenchmark() {
        BenchWords words = sorted("-n 2 --against ompi -- -n 7 -b 4 --against x");
        assertEquals(List.of("-n", "2"), words.launcher());
        assertEquals(List.of("-n", "7", "-b", "4", "--against", "x"), words.benchmark());
        assertEquals("ompi", words.against());
    }

    @Test
    void shouldAskWhichOfTwoMeaningsIsMeant() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> sorted("-n 2 -b 64 all_reduce"));
        assertTrue(mistake.hint().contains("--minbytes"), mistake.hint());
        assertThrows(UserMistake.class, () -> sorted("--against"));
    }
}
