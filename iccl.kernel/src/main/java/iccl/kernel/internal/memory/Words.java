package iccl.kernel.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * 64-bit words in memory that several processes share. A value that {@link #get} sees brings along everything that was
 * written before {@link #set} wrote it. Indices are bytes, multiples of 8.
 */
public final class Words {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private Words() {}

    public static long get(ByteBuffer memory, int index) {
        return (long) LONGS.getAcquire(memory, index);
    }

    public static void set(ByteBuffer memory, int index, long value) {
        LONGS.setRelease(memory, index, value);
    }
}
