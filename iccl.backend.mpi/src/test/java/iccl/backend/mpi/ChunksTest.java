package iccl.backend.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunksTest {
    private static final long GIB = 1L << 30;

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0",
        "1, 1, 1",
        "1073741823, 1, 1073741823",
        "1073741824, 1, 1073741824",
        "1073741825, 2, 1",
        "2147483648, 2, 1073741824",
        "5368709127, 6, 7"
    })
    void shouldCutIntoFullChunksAndARest(long bytes, int count, int lastLength) {
        assertEquals(count, Chunks.count(bytes));
        assertEquals(lastLength, Chunks.length(bytes, count - 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, GIB - 1, GIB, GIB + 1, 3 * GIB, 100 * GIB + 17})
    void shouldCoverEveryByteOnce(long bytes) {
        long covered = 0;
        for (int chunk = 0; chunk < Chunks.count(bytes); chunk++) {
            assertEquals(covered, Chunks.offset(chunk));
            int length = Chunks.length(bytes, chunk);
            assertTrue(length > 0 || bytes == 0, "an empty chunk");
            covered += length;
        }
        assertEquals(bytes, covered);
    }
}
