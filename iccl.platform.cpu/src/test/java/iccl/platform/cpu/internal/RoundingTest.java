package iccl.platform.cpu.internal;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The places where rounding goes wrong. */
class RoundingTest {
    private static final int HALVES = 1 << 16;

    static Stream<Arguments> levelsAndHalves() {
        return Arrays.stream(Isa.values())
                .flatMap(isa -> Stream.of(Datatype.FLOAT16, Datatype.BFLOAT16).map(type -> Arguments.of(isa, type)));
    }

    @ParameterizedTest
    @MethodSource("levelsAndHalves")
    void shouldWidenEveryHalf(Isa isa, Datatype type) {
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            long halves = everyHalf(rig);
            rig.compare(
                    "load " + type.label(),
                    HALVES * 4,
                    0,
                    (a, to) -> a.load(type, ReductionOp.SUM, to, halves, HALVES));
        }
    }

    @ParameterizedTest
    @MethodSource("levelsAndHalves")
    void shouldRoundToTheNearerHalf(Isa isa, Datatype type) {
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            long exact = rig.allocate(HALVES * 4);
            rig.reference.load(type, ReductionOp.SUM, exact, everyHalf(rig), HALVES);
            // Half an ulp of the half type, and one step of float32 to both sides of it; finer where it is subnormal.
            int midpoint = type == Datatype.FLOAT16 ? 1 << 12 : 1 << 15;
            for (int middle = midpoint; middle > 0; middle >>= 1) {
                for (int step = -1; step <= 1; step++) {
                    long moved = shifted(rig, exact, middle + step);
                    rig.compare(
                            "store " + type.label() + " + " + (middle + step),
                            HALVES * 2,
                            0,
                            (a, to) -> a.store(type, ReductionOp.SUM, to, moved, HALVES, 1));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Isa.class)
    void shouldAverageSumsAroundTheLimitOfDoubles(Isa isa) {
        Datatype[] types = {
            Datatype.INT8, Datatype.UINT8, Datatype.INT16, Datatype.UINT16, Datatype.INT32, Datatype.UINT32
        };
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            for (int exponent : new int[] {0, 8, 31, 32, 50, 51, 52, 53, 62, 63}) {
                long sums = sumsAround(rig, 1L << exponent);
                for (Datatype type : types) {
                    for (int ranks : new int[] {1, 2, 3, 5, 7, 1023, 1 << 20, Integer.MAX_VALUE}) {
                        rig.compare(
                                "average of " + type.label() + " near 2^" + exponent + " over " + ranks,
                                200L * type.bytes(),
                                0,
                                (a, to) -> a.store(type, ReductionOp.AVG, to, sums, 200, ranks));
                    }
                }
            }
        }
    }

    /** 100 sums around a number, 100 around its negative. */
    private static long sumsAround(ArithmeticRig rig, long center) {
        long sums = rig.allocate(200 * 8);
        ByteBuffer view = rig.subject.view(sums, 200 * 8);
        for (int index = 0; index < 100; index++) {
            view.putLong(index * 8, center + index - 50);
            view.putLong((100 + index) * 8, -center + index - 50);
        }
        return sums;
    }

    private static long everyHalf(ArithmeticRig rig) {
        long halves = rig.allocate(HALVES * 2);
        ByteBuffer view = rig.subject.view(halves, HALVES * 2);
        for (int bits = 0; bits < HALVES; bits++) {
            view.putShort(bits * 2, (short) bits);
        }
        return halves;
    }

    private static long shifted(ArithmeticRig rig, long floats, int by) {
        long moved = rig.allocate(HALVES * 4);
        ByteBuffer from = rig.subject.view(floats, HALVES * 4);
        ByteBuffer to = rig.subject.view(moved, HALVES * 4);
        for (int index = 0; index < HALVES; index++) {
            to.putInt(index * 4, from.getInt(index * 4) + by);
        }
        return moved;
    }
}
