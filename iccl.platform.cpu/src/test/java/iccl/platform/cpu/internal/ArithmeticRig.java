package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import iccl.kernel.testkit.ReferenceArithmetic;
import iccl.kernel.testkit.TestData;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Does the same by a level's instructions and by the reference, in memory of its own, and compares byte by byte. */
final class ArithmeticRig implements AutoCloseable {
    /** Bytes around what is written; nobody may touch them. */
    private static final int MARGIN = 64;

    private static final byte UNTOUCHED = 0x5A;

    final CpuPlatform subject;
    final ReferenceArithmetic reference;
    private final Isa isa;
    private final List<Long> allocated = new ArrayList<>();

    ArithmeticRig(Isa isa) {
        new CpuPlatform().version(); // loads the library
        assumeTrue(isa.isSupported(), () -> "this processor has no " + isa.label());
        this.isa = isa;
        this.subject = new CpuPlatform(isa);
        this.reference = new ReferenceArithmetic(subject::view);
    }

    long allocate(long bytes) {
        long address = subject.allocate(MemorySpace.HOST, bytes + 2 * MARGIN);
        allocated.add(address);
        return address + MARGIN;
    }

    /** Test data for some ranks, the elements {@code shift} elements from an aligned address. */
    long[] sources(TestData data, Datatype type, int ranks, int shift, int count) {
        long[] sources = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            sources[rank] = allocate((long) (count + shift) * type.bytes()) + (long) shift * type.bytes();
            data.fill(subject, sources[rank], type, rank, 0, count);
        }
        return sources;
    }

    long random(long seed, long bytes) {
        long address = allocate(bytes);
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer view = subject.view(address, bytes);
        while (view.hasRemaining()) {
            view.put((byte) random.nextInt());
        }
        return address;
    }

    /** What is done by both. */
    @FunctionalInterface
    interface Action {
        void run(iccl.kernel.port.Arithmetic arithmetic, long to);
    }

    /** Runs the action twice, with targets whose bytes must come out the same, and nothing beside them. */
    void compare(String what, long bytes, int shiftBytes, Action action) {
        long actual = target(bytes, shiftBytes);
        long expected = target(bytes, shiftBytes);
        action.run(subject, actual);
        action.run(reference, expected);
        same(isa.label() + " " + what, expected, actual, bytes);
        subject.free(MemorySpace.HOST, actual - MARGIN - shiftBytes);
        subject.free(MemorySpace.HOST, expected - MARGIN - shiftBytes);
    }

    void same(String what, long expected, long actual, long bytes) {
        ByteBuffer left = subject.view(expected - MARGIN, bytes + 2 * MARGIN);
        ByteBuffer right = subject.view(actual - MARGIN, bytes + 2 * MARGIN);
        int differs = left.mismatch(right);
        if (differs >= 0) {
            int from = differs & ~15;
            assertEquals(hex(left, from), hex(right, from), what + ": differs at byte " + (differs - MARGIN));
        }
    }

    private static String hex(ByteBuffer view, int from) {
        StringBuilder text = new StringBuilder();
        for (int index = from; index < Math.min(from + 32, view.limit()); index++) {
            text.append(String.format("%02x ", view.get(index)));
        }
        return text.toString();
    }

    private long target(long bytes, int shiftBytes) {
        long address = subject.allocate(MemorySpace.HOST, bytes + shiftBytes + 2 * MARGIN);
        ByteBuffer view = subject.view(address, bytes + shiftBytes + 2 * MARGIN);
        while (view.hasRemaining()) {
            view.put(UNTOUCHED);
        }
        return address + MARGIN + shiftBytes;
    }

    static int accumulatorBytes(Datatype type, ReductionOp op) {
        return Accumulator.of(type, op).bytes(type);
    }

    @Override
    public void close() {
        allocated.forEach(address -> subject.free(MemorySpace.HOST, address));
    }
}
