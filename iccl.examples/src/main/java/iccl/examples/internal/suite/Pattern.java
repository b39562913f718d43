package iccl.examples.internal.suite;

import iccl.api.Buffer;
import iccl.api.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntToLongFunction;

/**
 * An endless sequence of elements that repeats after {@value #PERIOD}: a prime, so that no block of a collective lies a
 * whole number of periods off another. Filling and comparing move whole pieces of memory and are about as fast as it is.
 */
public final class Pattern {
    /** Elements until the sequence repeats. */
    static final int PERIOD = 1021;

    /** Nothing differs. */
    static final long SAME = -1;

    private static final int PIECE_BYTES = 1 << 15;
    private static final long WINDOW_BYTES = 1 << 30;

    private final Datatype type;
    private final boolean anyNaN;
    private final ByteBuffer table;
    private final int tableElements;

    /**
     * @param element from index, 0 to {@value #PERIOD} - 1, to bits
     * @param anyNaN whether every NaN is as good as another; results of arithmetic need that, moved data do not
     */
    Pattern(Datatype type, IntToLongFunction element, boolean anyNaN) {
        this.type = type;
        this.anyNaN = anyNaN;
        int repeats = Math.max(1, PIECE_BYTES / (PERIOD * type.bytes()));
        tableElements = repeats * PERIOD;
        table = ByteBuffer.allocate(tableElements * type.bytes()).order(ByteOrder.nativeOrder());
        for (int i = 0; i < PERIOD; i++) {
            long bits = element.applyAsLong(i);
            for (int repeat = 0; repeat < repeats; repeat++) {
                Elements.put(type, table, repeat * PERIOD + i, bits);
            }
        }
    }

    /** The bits of the element at an index. */
    long bits(long index) {
        return Elements.get(type, table, (int) (index % PERIOD));
    }

    /** Fills the buffer with the elements from {@code firstIndex} on. */
    void writeTo(Buffer buffer, long firstIndex) {
        forEachWindow(buffer, (at, window) -> {
            while (window.hasRemaining()) {
                window.put(piece(firstIndex + (at + window.position()) / type.bytes(), window.remaining()));
            }
        });
    }

    /** The position in the buffer of the first element that is not as the sequence has it from {@code firstIndex} on. */
    long firstDifference(Buffer buffer, long firstIndex) {
        for (long at = 0; at < buffer.bytes(); at += WINDOW_BYTES) {
            ByteBuffer window = window(buffer, at);
            long before = at / type.bytes();
            while (window.hasRemaining()) {
                int start = window.position();
                ByteBuffer expected = piece(firstIndex + before + start / type.bytes(), window.remaining());
                int same = window.slice(start, expected.remaining()).mismatch(expected);
                if (same < 0) {
                    window.position(start + expected.remaining());
                    continue;
                }
                int element = (start + same) / type.bytes();
                if (!equivalent(Elements.get(type, window, element), bits(firstIndex + before + element))) {
                    return before + element;
                }
                window.position((element + 1) * type.bytes());
            }
        }
        return SAME;
    }

    private boolean equivalent(long got, long expected) {
        return got == expected || anyNaN && Elements.isNaN(type, got) && Elements.isNaN(type, expected);
    }

    /** The sequence from an index on, as far as the table goes, at most so many bytes. */
    private ByteBuffer piece(long index, int atMostBytes) {
        int start = (int) (index % PERIOD);
        int bytes = Math.min((tableElements - start) * type.bytes(), atMostBytes);
        return table.slice(start * type.bytes(), bytes);
    }

    /** Hands out the bytes in pieces that a {@link ByteBuffer} can hold, with the place where each begins. */
    static void forEachWindow(Buffer buffer, WindowVisitor visitor) {
        for (long at = 0; at < buffer.bytes(); at += WINDOW_BYTES) {
            visitor.visit(at, window(buffer, at));
        }
    }

    /** See {@link #forEachWindow}. */
    interface WindowVisitor {
        void visit(long at, ByteBuffer window);
    }

    private static ByteBuffer window(Buffer buffer, long at) {
        return buffer.slice(at, Math.min(WINDOW_BYTES, buffer.bytes() - at)).asByteBuffer();
    }
}
