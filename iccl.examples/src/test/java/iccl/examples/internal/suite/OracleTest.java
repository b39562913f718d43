package iccl.examples.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results computed by hand. */
class OracleTest {
    @ParameterizedTest
    @CsvSource({
        // sums and products wrap
        "INT8, SUM, 100 27, 127",
        "INT8, SUM, 100 28, -128",
        "INT8, SUM, 127 127 127, 125",
        "INT8, PROD, 100 3, 44",
        "INT8, PROD, -128 -1, -128",
        "UINT8, SUM, 200 100, 44",
        "UINT8, PROD, 16 17, 16",
        "INT16, SUM, 32767 1, -32768",
        "INT16, PROD, 300 300, 24464",
        "UINT16, SUM, 65535 2, 1",
        "UINT16, PROD, 256 257, 256",
        "INT32, SUM, 2147483647 2147483647, -2",
        "INT32, PROD, 65536 -32768, -2147483648",
        "UINT32, SUM, 4294967295 1, 0",
        "UINT32, PROD, 65536 65537, 65536",
        "INT64, SUM, 9223372036854775807 1, -9223372036854775808",
        "INT64, PROD, 4294967296 2147483648, -9223372036854775808",
        "UINT64, SUM, 18446744073709551615 2, 1",
        "UINT64, PROD, 4294967296 4294967297, 4294967296",
        // which is larger depends on the sign
        "INT8, MAX, -1 1, 1",
        "INT8, MIN, -1 1, -1",
        "UINT8, MAX, 255 1, 255",
        "UINT8, MIN, 255 1, 1",
        "INT16, MAX, -32768 -1, -1",
        "UINT16, MIN, 32768 1, 1",
        "INT32, MIN, -2147483648 5, -2147483648",
        "UINT32, MAX, 2147483648 5, 2147483648",
        "INT64, MAX, -9223372036854775808 5, 5",
        "UINT64, MAX, 9223372036854775808 5, 9223372036854775808",
        "UINT64, MIN, 9223372036854775808 5, 5",
        // averages never wrap and are cut toward zero
        "INT8, AVG, 127 127 127, 127",
        "INT8, AVG, -128 -128, -128",
        "INT8, AVG, 1 2, 1",
        "INT8, AVG, -1 -2, -1",
        "INT8, AVG, -1 0 0, 0",
        "UINT8, AVG, 255 255 254, 254",
        "INT16, AVG, 32767 32766, 32766",
        "UINT16, AVG, 65535 65535, 65535",
        "INT32, AVG, 2147483647 2147483647 2147483646, 2147483646",
        "INT32, AVG, -2147483648 -2147483647, -2147483647",
        "UINT32, AVG, 4294967295 4294967295, 4294967295",
        "INT64, AVG, 9223372036854775807 9223372036854775807, 9223372036854775807",
        "INT64, AVG, -9223372036854775808 -9223372036854775808 -9223372036854775807, -9223372036854775807",
        "UINT64, AVG, 18446744073709551615 18446744073709551615, 18446744073709551615"
    })
    void shouldCombineIntegers(Datatype type, ReductionOp op, String operands, BigInteger result) {
        long[] elements = Arrays.stream(operands.split(" "))
                .mapToLong(text -> Elements.fromInteger(type, new BigInteger(text)))
                .toArray();
        assertEquals(result, Elements.toInteger(type, Oracle.combine(type, op, elements)));
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT32, SUM, 1.5 2.25 -0.25, 3.5",
        "FLOAT64, SUM, 1e300 1, 1e300",
        "FLOAT32, PROD, -1.5 3, -4.5",
        "FLOAT64, PROD, 1e200 1e200, Infinity",
        "FLOAT32, MAX, -3 -2, -2",
        "FLOAT64, MIN, -3 -2, -3",
        "FLOAT32, AVG, 1 2 2, 1.6666666", // the float next to 5/3
        "FLOAT64, AVG, 1 2 2, 1.6666666666666667",
        // float16 has 11 bits: 2048 + 1 does not fit; in float32 three ones are summed before the one rounding
        "FLOAT16, SUM, 2048 1, 2048", // a tie, to even
        "FLOAT16, SUM, 2048 1 1, 2050",
        "FLOAT16, SUM, 2048 1 1 1, 2052", // 2051 is a tie, to even
        "FLOAT16, SUM, 65504 16, Infinity", // the tie above the largest
        "FLOAT16, SUM, 65504 65504 -65504, 65504", // no overflow on the way
        "FLOAT16, PROD, 256 256 0.5, 32768",
        "FLOAT16, AVG, 65504 65504, 65504",
        "FLOAT16, AVG, 1 2 2, 1.6669921875",
        "FLOAT16, MAX, -1 0.5, 0.5",
        // bfloat16 has 8 bits
        "BFLOAT16, SUM, 256 1, 256",
        "BFLOAT16, SUM, 256 1 1, 258",
        "BFLOAT16, SUM, 256 1 1 1, 260",
        "BFLOAT16, PROD, 3 5 17, 255",
        "BFLOAT16, AVG, 256 1 1, 86",
        "BFLOAT16, MIN, -1 0.5, -1",
        // infinities
        "FLOAT32, SUM, Infinity 1, Infinity",
        "FLOAT16, PROD, -Infinity 2, -Infinity",
        "FLOAT64, AVG, -Infinity 2, -Infinity"
    })
    void shouldCombineFloatingPoint(Datatype type, ReductionOp op, String operands, double result) {
        double expected = type == Datatype.FLOAT32 ? (float) result : result;
        assertEquals(expected, Elements.toDouble(type, combine(type, op, operands)));
    }

    @ParameterizedTest
    @CsvSource({
        "SUM, NaN 1",
        "PROD, NaN 0",
        "MAX, NaN Infinity",
        "MIN, 1 NaN",
        "AVG, 1 NaN",
        "SUM, Infinity -Infinity",
        "AVG, -Infinity Infinity",
        "PROD, 0 Infinity"
    })
    void shouldGiveNaN(ReductionOp op, String operands) {
        for (Datatype type : Datatype.values()) {
            if (type.isFloating()) {
                assertTrue(Elements.isNaN(type, combine(type, op, operands)), type.label());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SUM, 0 -0, 0",
        "SUM, -0 -0, -0",
        "SUM, 1 -1, 0",
        "PROD, -0 1, -0",
        "PROD, -0 -1, 0",
        "AVG, -0 -0, -0",
        "MAX, -0 0, 0",
        "MAX, 0 -0, 0",
        "MIN, -0 0, -0",
        "MIN, 0 -0, -0"
    })
    void shouldTellZerosApart(ReductionOp op, String operands, double result) {
        for (Datatype type : Datatype.values()) {
            if (type.isFloating()) {
                // assertEquals compares bits, so it tells 0 and -0 apart too.
                assertEquals(result, Elements.toDouble(type, combine(type, op, operands)), type.label());
            }
        }
    }

    @Test
    void shouldLeaveASingleRanksElementAsItIs() {
        for (Datatype type : Datatype.values()) {
            for (ReductionOp op : ReductionOp.values()) {
                long bits = type.isFloating() ? Elements.fromDouble(type, -2.5) : Elements.truncate(type, -7);
                assertEquals(bits, Oracle.combine(type, op, new long[] {bits}), type.label() + " " + op.label());
            }
        }
    }

    private static long combine(Datatype type, ReductionOp op, String operands) {
        long[] elements = Arrays.stream(operands.split(" "))
                .mapToLong(text -> Elements.fromDouble(type, Double.parseDouble(text)))
                .toArray();
        return Oracle.combine(type, op, elements);
    }
}
