package iccl.examples.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchOptionsTest {
    private static List<Long> sizes(String... words) {
        Measured one = new Measured("all_reduce", Operation.ALL_REDUCE, trial -> {});
        return BenchOptions.parse(List.of(words), List.of(one), 2).sizes();
    }

    @Test
    void shouldStepUpToTheLargestSize() {
        assertEquals(List.of(25L, 100L), sizes("-b", "25", "-e", "100"));
        assertEquals(List.of(26L), sizes("-b", "26", "-e", "100"));
        assertEquals(List.of(0L, 1L, 4L), sizes("-b", "0", "-e", "5"));
        assertEquals(List.of(10L, 14L, 18L), sizes("-b", "10", "-e", "20", "-i", "4"));
    }

    @Test
    void shouldEndWhereANumberWould() {
        assertEquals(List.of(1L << 30), sizes("-b", "1G", "-e", "1024G", "-f", "999999999"));
    }
}
