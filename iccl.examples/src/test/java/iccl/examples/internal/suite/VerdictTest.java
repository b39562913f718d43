package iccl.examples.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {
    private static final Finding GOOD = new Finding(null, 7, 100);

    private static Verdict verdict(@Nullable Finding... findings) {
        return Verdict.of(Arrays.asList(findings), Datatype.INT8);
    }

    @Test
    void shouldPassWhenAllRanksDoAndTakeTheSlowestTime() {
        Verdict verdict = verdict(GOOD, new Finding(null, 7, 300), GOOD);
        assertTrue(verdict.passed());
        assertEquals(300, verdict.nanos());
    }

    @Test
    void shouldNameTheFirstFailureAndCountTheOthers() {
        Finding bad = new Finding(new Failure(Failure.Kind.RESULT, 3, 1, 0xff), 8, 1);
        assertEquals(
                "rank 1, index 3: expected 1 (0x01), got -1 (0xff); also wrong on rank 2, 3",
                verdict(GOOD, bad, bad, bad).problem());
    }

    @Test
    void shouldFailWhenBitsDiffer() {
        Verdict verdict = verdict(GOOD, GOOD, new Finding(null, 8, 1));
        assertEquals("rank 2, the result has not the same bits as on rank 0", verdict.problem());
    }

    @Test
    void shouldFailWhenAFindingIsLost() {
        Verdict verdict = verdict(GOOD, null);
        assertFalse(verdict.passed());
        assertEquals("rank 1, its finding did not arrive", verdict.problem());
        assertFalse(verdict(null, GOOD).passed());
    }

    @ParameterizedTest
    @EnumSource(Failure.Kind.class)
    void shouldCarryFindingsAsWords(Failure.Kind kind) {
        for (Finding finding : List.of(GOOD, new Finding(new Failure(kind, 5, -6, 7), -8, 9))) {
            LongBuffer words = LongBuffer.allocate(Finding.LONGS);
            finding.writeTo(words);
            assertFalse(words.hasRemaining());
            assertEquals(finding, Finding.readFrom(words.flip()));
        }
    }

    @Test
    void shouldNotBelieveWordsThatNobodyWrote() {
        assertNull(Finding.readFrom(LongBuffer.allocate(Finding.LONGS)));
        LongBuffer words = LongBuffer.allocate(Finding.LONGS);
        GOOD.writeTo(words);
        assertNull(Finding.readFrom(words.put(3, 99).flip()));
    }
}
