package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.testkit.TestData;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every datatype, reduction and level of instructions against the reference, to the bit. */
class CpuArithmeticTest {
    private static final int[] BIG = {127, 1000, 9001};

    static Stream<Arguments> levelsAndTypes() {
        return Arrays.stream(Isa.values())
                .flatMap(isa -> Arrays.stream(Datatype.values()).map(type -> Arguments.of(isa, type)));
    }

    @ParameterizedTest
    @MethodSource("levelsAndTypes")
    void shouldFoldEveryShortCountAtEveryAlignment(Isa isa, Datatype type) {
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            for (TestData data : TestData.values()) {
                for (int ranks : new int[] {1, 2, 3, 5}) {
                    for (int count = 0; count <= 70; count++) {
                        fold(rig, data, type, ranks, count, count % 7);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("levelsAndTypes")
    void shouldFoldManyElementsOfManyRanks(Isa isa, Datatype type) {
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            for (int count : BIG) {
                fold(rig, TestData.ANY, type, 2, count, 1);
                fold(rig, TestData.ANY, type, 17, count, 3);
            }
            fold(rig, TestData.ANY, type, 130, 70, 0); // more sources than the stack holds
        }
    }

    private static void fold(ArithmeticRig rig, TestData data, Datatype type, int ranks, int count, int shift) {
        long[] sources = rig.sources(data, type, ranks, shift, count);
        for (ReductionOp op : ReductionOp.values()) {
            rig.compare(
                    "fold " + type.label() + " " + op.label() + " of " + ranks + " ranks, " + count + " elements",
                    (long) count * type.bytes(),
                    (shift + 2) % 5 * type.bytes(),
                    (arithmetic, to) -> arithmetic.fold(type, op, to, sources, ranks, count));
        }
    }

    @ParameterizedTest
    @MethodSource("levelsAndTypes")
    void shouldLoadCombineAndStoreLikeTheReference(Isa isa, Datatype type) {
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            for (ReductionOp op : ReductionOp.values()) {
                for (int count : new int[] {0, 1, 15, 16, 17, 33, 700}) {
                    steps(rig, type, op, count);
                }
            }
        }
    }

    private static void steps(ArithmeticRig rig, Datatype type, ReductionOp op, int count) {
        String what = type.label() + " " + op.label() + " " + count;
        long wide = (long) count * ArithmeticRig.accumulatorBytes(type, op);
        long[] sources = rig.sources(TestData.ANY, type, 2, 1, count);
        rig.compare("load " + what, wide, 8, (a, to) -> a.load(type, op, to, sources[0], count));
        long left = rig.allocate(wide);
        long right = rig.allocate(wide);
        rig.reference.load(type, op, left, sources[0], count);
        rig.reference.load(type, op, right, sources[1], count);
        rig.compare("combine " + what, wide, 8, (a, to) -> a.combine(type, op, to, left, right, count));
        rig.compare("combine in place " + what, wide, 0, (a, to) -> {
            rig.subject.copy(to, left, wide);
            a.combine(type, op, to, to, right, count);
            a.combine(type, op, to, right, to, count);
        });
        long bytes = (long) count * type.bytes();
        rig.compare("store " + what, bytes, type.bytes(), (a, to) -> a.store(type, op, to, left, count, 2));
        rig.compare("store in place " + what, wide, 0, (a, to) -> {
            rig.subject.copy(to, sources[1], bytes);
            a.load(type, op, to, to, count);
            a.combine(type, op, to, to, left, count);
            a.store(type, op, to, to, count, 3);
            rig.subject.clear(to + bytes, wide - bytes);
        });
    }

    @ParameterizedTest
    @MethodSource("levelsAndTypes")
    void shouldFoldOntoAnyOfTheSources(Isa isa, Datatype type) {
        int count = 5000;
        long bytes = (long) count * type.bytes();
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            long[] sources = rig.sources(TestData.ANY, type, 3, 0, count);
            for (ReductionOp op : ReductionOp.values()) {
                for (int target = 0; target < 3; target++) {
                    int place = target;
                    rig.compare("fold onto source " + place + " " + type.label(), bytes, 0, (a, to) -> {
                        long[] changed = sources.clone();
                        changed[place] = to;
                        rig.subject.copy(to, sources[place], bytes);
                        a.fold(type, op, to, changed, 3, count);
                    });
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("levelsAndTypes")
    void shouldTakeAnyBits(Isa isa, Datatype type) {
        int count = 4000;
        long seed = System.nanoTime();
        System.out.println("seed of " + isa + " " + type + ": " + seed);
        try (ArithmeticRig rig = new ArithmeticRig(isa)) {
            for (ReductionOp op : ReductionOp.values()) {
                int width = ArithmeticRig.accumulatorBytes(type, op);
                long left = rig.random(seed, (long) count * width);
                long right = rig.random(seed + 1, (long) count * width);
                String what = type.label() + " " + op.label() + ", seed " + seed;
                rig.compare("load " + what, (long) count * width, 0, (a, to) -> a.load(type, op, to, left, count));
                rig.compare(
                        "combine " + what,
                        (long) count * width,
                        0,
                        (a, to) -> a.combine(type, op, to, left, right, count));
                for (int ranks : new int[] {1, 2, 3, 10, 4097, Integer.MAX_VALUE}) {
                    rig.compare(
                            "store " + what + " ranks " + ranks,
                            (long) count * type.bytes(),
                            0,
                            (a, to) -> a.store(type, op, to, left, count, ranks));
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatCannotBeMeant() {
        CpuPlatform platform = new CpuPlatform();
        long memory = platform.allocate(MemorySpace.HOST, 64);
        Datatype type = Datatype.INT32;
        ReductionOp op = ReductionOp.SUM;
        refuse(() -> platform.fold(type, op, memory, new long[] {memory}, 2, 1));
        refuse(() -> platform.fold(type, op, memory, new long[] {}, 0, 1));
        refuse(() -> platform.fold(type, op, 0, new long[] {memory}, 1, 1));
        refuse(() -> platform.load(type, op, memory, memory, -1));
        refuse(() -> platform.combine(type, op, memory, memory, 0, 1));
        refuse(() -> platform.store(type, op, memory, memory, 1, 0));
        platform.free(MemorySpace.HOST, memory);
    }

    private static void refuse(Runnable call) {
        assertEquals(
                ResultCode.INVALID_ARGUMENT,
                assertThrows(IcclException.class, call::run).code());
    }
}
