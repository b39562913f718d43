package iccl.run.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.UserMistake;
import java.util.List;
import java.util.Map;
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
    void shouldKnowTheFilesWhereverTheyAreNamed() {
        BenchWords words = sorted("--csv a.csv -n 2 gather -- -n 7 --plot=p.svg -w 3 --json j");
        assertEquals(Map.of("--csv", "a.csv", "--plot", "p.svg", "--json", "j"), words.reports());
        assertEquals(List.of("gather", "-n", "7", "-w", "3"), words.benchmark());
        assertThrows(UserMistake.class, () -> sorted("all_reduce -- --csv"));
        assertThrows(UserMistake.class, () -> sorted("--csv= all_reduce"));
    }

    @Test
    void shouldAskWhichOfTwoMeaningsIsMeant() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> sorted("-n 2 -b 64 all_reduce"));
        assertTrue(mistake.hint().contains("--minbytes"), mistake.hint());
        assertThrows(UserMistake.class, () -> sorted("--against"));
    }
}
