package iccl.kernel.internal.collective;

/** Places of equal length in one stretch of scratch. */
final class Slots {
    private static final long ALIGNMENT = 64;

    private long first;
    private long stride;

    /** The stretch that so many slots need. */
    static long bytes(long slots, long slotBytes) {
        return slots * stride(slotBytes);
    }

    private static long stride(long slotBytes) {
        return (slotBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    void lay(long address, long slotBytes) {
        first = address;
        stride = stride(slotBytes);
    }

    long at(long slot) {
        return first + slot * stride;
    }
}
