package iccl.examples.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Datatype;
import iccl.examples.internal.FakeIccl.FakeBuffer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PatternTest {
    private static final long CANONICAL_NAN = 0x7fc00000;
    private static final long OTHER_NAN = 0xffc00001L;

    private static long square(int index) {
        return (long) index * index & 0x7f;
    }

    private static FakeBuffer buffer(int bytes) {
        return new FakeBuffer(ByteBuffer.allocateDirect(bytes), 0, bytes, 4096);
    }

    @ParameterizedTest
    @EnumSource(Datatype.class)
    void shouldRepeatFromAnyIndexOn(Datatype type) {
        Pattern pattern = new Pattern(type, PatternTest::square, false);
        int count = 30_000;
        for (long first : new long[] {0, 1, 1020, 1021, 1022, 1L << 40}) {
            FakeBuffer buffer = buffer(count * type.bytes());
            pattern.writeTo(buffer, first);
            for (int i = 0; i < count; i++) {
                long expected = square((int) ((first + i) % 1021));
                assertEquals(expected, Elements.get(type, buffer.asByteBuffer(), i));
            }
            assertEquals(Pattern.SAME, pattern.firstDifference(buffer, first));
        }
    }

    @ParameterizedTest
    @EnumSource(Datatype.class)
    void shouldFindTheFirstWrongElement(Datatype type) {
        Pattern pattern = new Pattern(type, PatternTest::square, true);
        int count = 30_000;
        for (int wrong : new int[] {0, 1, 1020, 1021, 20_000, count - 1}) {
            FakeBuffer buffer = buffer(count * type.bytes());
            pattern.writeTo(buffer, 5);
            // The last byte of one element; and of the last, which comes later or is the same.
            for (int element : new int[] {wrong, count - 1}) {
                buffer.asByteBuffer().put((element + 1) * type.bytes() - 1, (byte) 0x3b);
            }
            assertEquals(wrong, pattern.firstDifference(buffer, 5));
        }
    }

    @Test
    void shouldTakeAnyNaNForAnotherOnlyWhereAsked() {
        FakeBuffer buffer = buffer(5000 * 4);
        new Pattern(Datatype.FLOAT32, index -> OTHER_NAN, false).writeTo(buffer, 0);
        assertEquals(0, new Pattern(Datatype.FLOAT32, index -> CANONICAL_NAN, false).firstDifference(buffer, 0));
        Pattern lenient = new Pattern(Datatype.FLOAT32, index -> CANONICAL_NAN, true);
        assertEquals(Pattern.SAME, lenient.firstDifference(buffer, 0));
        buffer.asByteBuffer().putFloat(4999 * 4, 1);
        assertEquals(4999, lenient.firstDifference(buffer, 0));
    }

    @Test
    void shouldTellZerosApart() {
        FakeBuffer buffer = buffer(4);
        buffer.asByteBuffer().putFloat(0, -0.0f);
        assertEquals(0, new Pattern(Datatype.FLOAT32, index -> 0, true).firstDifference(buffer, 0));
    }

    @Test
    void shouldFindNothingWrongInNothing() {
        Pattern pattern = new Pattern(Datatype.INT8, PatternTest::square, false);
        pattern.writeTo(buffer(0), 7);
        assertEquals(Pattern.SAME, pattern.firstDifference(buffer(0), 7));
    }
}
