package iccl.kernel.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The program's own direct buffer; holding it keeps its memory alive. */
final class WrappedMemory implements Owner {
    private final ByteBuffer direct;
    private final long base;

    /**
     * @param base the address of byte 0
     */
    WrappedMemory(ByteBuffer direct, long base) {
        this.direct = direct;
        this.base = base;
    }

    @Override
    public void ensureUsable() {
        // The program's memory is there as long as this object is.
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return direct.duplicate()
                .clear()
                .slice(Math.toIntExact(address - base), Math.toIntExact(bytes))
                .order(ByteOrder.nativeOrder());
    }
}
