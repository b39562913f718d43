package iccl.examples.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElementsTest {
    @ParameterizedTest
    @CsvSource({
        "0x0p0, 0x0000",
        "-0x0p0, 0x8000",
        "1, 0x3c00",
        "-2, 0xc000",
        "65504, 0x7bff", // the largest
        "65519.996, 0x7bff", // just under the tie
        "65520, 0x7c00", // the tie goes to the even one, which is infinity
        "1e10, 0x7c00",
        "Infinity, 0x7c00",
        "-Infinity, 0xfc00",
        "0x1p-14, 0x0400", // the smallest normal number
        "0x1p-24, 0x0001", // the smallest of all
        "0x1p-25, 0x0000", // a tie, down to even
        "0x1.8p-24, 0x0002", // a tie, up to even
        "0x1.000001p-25, 0x0001",
        "0x1.ff8p-15, 0x03ff", // the largest subnormal number: 1023 units
        "0x1.ffcp-15, 0x0400", // half a unit more: up into the normal numbers
        "1.00048828125, 0x3c00", // 1 and half a unit: down to even
        "1.00146484375, 0x3c02", // 1 and one unit and a half: up to even
        "1.0005, 0x3c01"
    })
    void shouldRoundToFloat16(double value, String bits) {
        assertEquals(Long.decode(bits), Elements.fromDouble(Datatype.FLOAT16, value));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0x3f80",
        "-1.5, 0xbfc0",
        "1.00390625, 0x3f80", // 1 and half a unit: down to even
        "1.01171875, 0x3f82", // 1 and one unit and a half: up to even
        "0x1.fep127, 0x7f7f", // the largest
        "0x1.ffp127, 0x7f80", // the tie
        "0x1p-133, 0x0001", // the smallest of all
        "-Infinity, 0xff80"
    })
    void shouldRoundToBfloat16(double value, String bits) {
        assertEquals(Long.decode(bits), Elements.fromDouble(Datatype.BFLOAT16, value));
    }

    @Test
    void shouldKeepEveryValueOfTheHalfTypes() {
        for (Datatype type : new Datatype[] {Datatype.FLOAT16, Datatype.BFLOAT16}) {
            for (long bits = 0; bits < 1 << 16; bits++) {
                double value = Elements.toDouble(type, bits);
                long again = Elements.fromDouble(type, value);
                assertTrue(again == bits || Double.isNaN(value) && Elements.isNaN(type, again), type + " " + bits);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INT8, 128, -128",
        "INT8, 200, -56",
        "UINT8, -1, 255",
        "UINT8, 256, 0",
        "INT16, 32768, -32768",
        "UINT16, 65537, 1",
        "INT32, 4294967295, -1",
        "UINT32, 4294967297, 1",
        "INT64, 9223372036854775808, -9223372036854775808",
        "UINT64, -1, 18446744073709551615",
        "UINT64, 18446744073709551616, 0"
    })
    void shouldWrapIntegersAsInC(Datatype type, BigInteger value, BigInteger wrapped) {
        assertEquals(wrapped, Elements.toInteger(type, Elements.fromInteger(type, value)));
    }

    @Test
    void shouldPrintNumberAndBits() {
        assertEquals("-1 (0xff)", Elements.text(Datatype.INT8, 0xff));
        assertEquals("1.5 (0x3fc00000)", Elements.text(Datatype.FLOAT32, 0x3fc00000));
        assertEquals("18446744073709551615 (0xffffffffffffffff)", Elements.text(Datatype.UINT64, -1));
        assertEquals("NaN (0x7e00)", Elements.text(Datatype.FLOAT16, 0x7e00));
    }
}
