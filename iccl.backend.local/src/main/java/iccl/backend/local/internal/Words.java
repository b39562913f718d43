package iccl.backend.local.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * 64-bit words in memory that several threads or processes share. A value that {@link #get} sees brings along everything
 * that was written before {@link #set} wrote it. Indices are bytes, multiples of 8.
 */
final class Words {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private Words() {}

    static long get(ByteBuffer memory, int index) {
        return (long) LONGS.getAcquire(memory, index);
    }

    static void set(ByteBuffer memory, int index, long value) {
        LONGS.setRelease(memory, index, value);
    }

    static boolean change(ByteBuffer memory, int index, long from, long to) {
        return LONGS.compareAndSet(memory, index, from, to);
    }

    static void increment(ByteBuffer memory, int index) {
        long ignored = (long) LONGS.getAndAdd(memory, index, 1L);
    }
}
