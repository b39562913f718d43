package iccl.kernel.internal.memory;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Temporary memory of one communicator. Blocks have the sizes 4096 * 2^n; a block given back is kept for the next that
 * wants its size, as long as all blocks together stay within the limit. More than the limit is served too, straight from
 * the platform, and goes back there at once.
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
public final class ScratchPool implements Scratch {
    private static final int SMALLEST_SHIFT = 12;
    private static final int CLASSES = Long.SIZE - 1 - SMALLEST_SHIFT;

    private final Platform platform;
    private final MemorySpace space;
    private final int device;
    private final long limitBytes;
    private final LongStack[] kept = new LongStack[CLASSES];
    private final LongStack takenAddresses = new LongStack();
    private final LongStack takenClasses = new LongStack();
    private long totalBytes;
    private boolean closed;

    // Written by one thread, read by any that describes the pool.
    private final AtomicLong takes = new AtomicLong();
    private final AtomicLong allocations = new AtomicLong();

    public ScratchPool(HostPlatform host, long limitBytes) {
        this(host, MemorySpace.HOST, 0, limitBytes);
    }

    /** Pinned memory, for a device. */
    public ScratchPool(Platform platform, int device, long limitBytes) {
        this(platform, MemorySpace.PINNED, device, limitBytes);
    }

    /** Memory on a device. */
    public static ScratchPool onDevice(Platform platform, int device, long limitBytes) {
        return new ScratchPool(platform, MemorySpace.DEVICE, device, limitBytes);
    }

    private ScratchPool(Platform platform, MemorySpace space, int device, long limitBytes) {
        this.platform = platform;
        this.space = space;
        this.device = device;
        this.limitBytes = limitBytes;
        Arrays.setAll(kept, each -> new LongStack());
    }

    @Override
    public long take(long bytes) {
        if (bytes == 0) {
            return 0;
        }
        if (closed || bytes < 0) {
            throw new IcclException(
                    ResultCode.INTERNAL_ERROR, "scratch of " + bytes + " bytes was asked for, closed = " + closed);
        }
        int sizeClass = sizeClass(bytes);
        takes.incrementAndGet();
        long address = kept[sizeClass].isEmpty() ? allocate(sizeClass) : kept[sizeClass].pop();
        takenAddresses.push(address);
        takenClasses.push(sizeClass);
        return address;
    }

    private static int sizeClass(long bytes) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(bytes - 1);
        int sizeClass = Math.max(0, bits - SMALLEST_SHIFT);
        if (sizeClass >= CLASSES) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, bytes + " bytes of scratch are more than memory can be");
        }
        return sizeClass;
    }

    private static long bytesOf(int sizeClass) {
        return 1L << (sizeClass + SMALLEST_SHIFT);
    }

    private long allocate(int sizeClass) {
        long bytes = bytesOf(sizeClass);
        for (int other = CLASSES - 1; other >= 0 && totalBytes + bytes > limitBytes; other--) {
            releaseKept(other);
        }
        platform.select(device);
        long address = platform.allocate(space, bytes);
        totalBytes += bytes;
        allocations.incrementAndGet();
        return address;
    }

    @Override
    public void give(long address) {
        if (address == 0) {
            return;
        }
        int index = takenAddresses.lastIndexOf(address);
        if (index < 0) {
            throw new IcclException(
                    ResultCode.INTERNAL_ERROR, "0x" + Long.toHexString(address) + " is no scratch that was taken");
        }
        takenAddresses.removeAt(index);
        int sizeClass = (int) takenClasses.removeAt(index);
        if (totalBytes > limitBytes) {
            free(address, sizeClass);
        } else {
            kept[sizeClass].push(address);
        }
    }

    private void releaseKept(int sizeClass) {
        while (!kept[sizeClass].isEmpty()) {
            free(kept[sizeClass].pop(), sizeClass);
        }
    }

    private void free(long address, int sizeClass) {
        totalBytes -= bytesOf(sizeClass);
        platform.free(space, address);
    }

    /** Bytes held now, in use or kept. */
    public long totalBytes() {
        return totalBytes;
    }

    /** For people: what it holds, and how often that was enough. */
    public String describe() {
        return "pool of " + totalBytes + " bytes, taken from " + takes + " times, allocated " + allocations + " times";
    }

    /** Gives everything back, also what was not given; the transport must be closed before. Idempotent. */
    public void close() {
        closed = true;
        for (int sizeClass = 0; sizeClass < CLASSES; sizeClass++) {
            releaseKept(sizeClass);
        }
        while (!takenAddresses.isEmpty()) {
            free(takenAddresses.pop(), (int) takenClasses.pop());
        }
    }
}
