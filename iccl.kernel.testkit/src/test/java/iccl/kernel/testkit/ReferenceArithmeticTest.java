package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceArithmeticTest {
    private static final int COUNT = 400;
    private final CheckedMemory memory = new CheckedMemory();

    @AfterEach
    void nothingLeaks() {
        memory.assertNothingLeaked();
    }

    @ParameterizedTest
    @EnumSource(Datatype.class)
    void shouldFoldAsTheOracleSays(Datatype type) {
        for (ReductionOp op : ReductionOp.values()) {
            for (TestData data : TestData.values()) {
                for (int ranks : new int[] {1, 2, 3, 7, 25}) {
                    long[] sources = sources(type, data, ranks);
                    memory.fold(type, op, sources[ranks], sources, ranks, COUNT);
                    check(type, op, data, ranks, sources[ranks]);
                    free(sources);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Datatype.class)
    void shouldComeToTheSameByAccumulators(Datatype type) {
        for (ReductionOp op : ReductionOp.values()) {
            for (TestData data : TestData.values()) {
                long width = Accumulator.of(type, op).bytes(type);
                long total = memory.allocate(MemorySpace.HOST, COUNT * width);
                long next = memory.allocate(MemorySpace.HOST, COUNT * width);
                long[] sources = sources(type, data, 5);
                memory.load(type, op, total, sources[0], COUNT);
                for (int rank = 1; rank < 5; rank++) {
                    memory.load(type, op, next, sources[rank], COUNT);
                    memory.combine(type, op, total, total, next, COUNT);
                }
                memory.store(type, op, total, total, COUNT, 5);
                check(type, op, data, 5, total);
                memory.free(MemorySpace.HOST, total);
                memory.free(MemorySpace.HOST, next);
                free(sources);
            }
        }
    }

    @Test
    void shouldConvertEveryHalfThereAndBack() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            assertEquals(
                    FloatFormat.of(Datatype.FLOAT16)
                            .encode(FloatFormat.of(Datatype.FLOAT16).decode(bits)),
                    HalfFloats.toFloat16(HalfFloats.fromFloat16(bits)));
            assertEquals(
                    FloatFormat.of(Datatype.BFLOAT16)
                            .encode(FloatFormat.of(Datatype.BFLOAT16).decode(bits)),
                    HalfFloats.toBfloat16(HalfFloats.fromBfloat16(bits)));
        }
    }

    @Test
    void shouldRoundEveryKindOfFloatToHalf() {
        FloatFormat half = FloatFormat.of(Datatype.FLOAT16);
        FloatFormat brain = FloatFormat.of(Datatype.BFLOAT16);
        // A stride that is odd meets every exponent and all kinds of low bits.
        for (long bits = 0; bits < 1L << 32; bits += 40_961) {
            float value = Float.intBitsToFloat((int) bits);
            assertEquals(half.encode(value), HalfFloats.toFloat16(value), () -> "float16 of " + value);
            assertEquals(brain.encode(value), HalfFloats.toBfloat16(value), () -> "bfloat16 of " + value);
        }
        for (int low = 0; low < 1 << 11; low++) { // ties and their neighbours, one half at a time
            for (int add = -1; add <= 1; add++) {
                float value = Float.intBitsToFloat(Float.floatToRawIntBits((low + 0.5f) * 0x1p-24f) + add);
                assertEquals(half.encode(value), HalfFloats.toFloat16(value), () -> "float16 of " + value);
            }
        }
    }

    @Test
    void shouldAverageWithoutWrapping() {
        long[] addresses = {constant(Datatype.INT8, 127), constant(Datatype.INT8, 127), constant(Datatype.INT8, 0)};
        memory.fold(Datatype.INT8, ReductionOp.AVG, addresses[2], addresses, 2, 1);
        assertEquals(127, memory.view(addresses[2], 1).get(0));
        free(addresses);
    }

    private long constant(Datatype type, long bits) {
        long address = memory.allocate(MemorySpace.HOST, type.bytes());
        Elements.put(memory.view(address, type.bytes()), type, 0, bits);
        return address;
    }

    /** One buffer per rank, and one more for the result. */
    private long[] sources(Datatype type, TestData data, int ranks) {
        long[] sources = new long[ranks + 1];
        for (int rank = 0; rank <= ranks; rank++) {
            sources[rank] = memory.allocate(MemorySpace.HOST, (long) COUNT * type.bytes());
            data.fill(memory, sources[rank], type, rank, 0, COUNT);
        }
        return sources;
    }

    private void check(Datatype type, ReductionOp op, TestData data, int ranks, long result) {
        ByteBuffer view = memory.view(result, (long) COUNT * type.bytes());
        for (int index = 0; index < COUNT; index++) {
            long[] operands = new long[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                operands[rank] = data.bits(type, rank, index);
            }
            String what = type + " " + op + " of " + ranks + " ranks, " + data + ", element " + index;
            assertEquals(Oracle.reduce(type, op, operands), Elements.get(view, type, index), what);
        }
    }

    private void free(long[] addresses) {
        for (long address : addresses) {
            memory.free(MemorySpace.HOST, address);
        }
    }
}
