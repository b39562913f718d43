package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The made-up address space of {@link CheckedMemory}: which addresses are alive, and the bytes behind them. No two regions
 * touch, and no address is used twice, so that every stray access is found.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Regions {
    private static final long FIRST_ADDRESS = 0x5000_0000_0000L;
    private static final long PAGE = 4096;
    private static final int ALIGNMENT = 64;
    private static final int REMEMBERED = 10_000;

    /** Where a region came from, which is also who must give it back. */
    enum Origin {
        ALLOCATION,
        MAPPING,
        SHARED,
        /** A direct buffer of somebody else's; nobody gives it back. */
        FOREIGN
    }

    /** Bytes at an address. */
    record Region(long address, long bytes, MemorySpace space, Origin origin, ByteBuffer data) {
        boolean contains(long first, long length) {
            return first >= address && length <= bytes && first - address <= bytes - length;
        }

        int offset(long inside) {
            return (int) (inside - address);
        }

        @Override
        public String toString() {
            return origin + " of " + bytes + " bytes at 0x" + Long.toHexString(address) + " in " + space;
        }
    }

    private final ConcurrentSkipListMap<Long, Region> alive = new ConcurrentSkipListMap<>();
    private final AtomicLong nextAddress = new AtomicLong(FIRST_ADDRESS);
    private final Deque<Region> ended = new ArrayDeque<>();
    private final IdentityHashMap<ByteBuffer, Region> views = new IdentityHashMap<>();
    private volatile @Nullable Region recent;

    Region add(MemorySpace space, Origin origin, ByteBuffer data) {
        long bytes = data.capacity();
        long taken = (bytes + PAGE - 1) / PAGE * PAGE + PAGE;
        Region region = new Region(
                nextAddress.getAndAdd(taken),
                bytes,
                space,
                origin,
                data.duplicate().order(ByteOrder.nativeOrder()));
        alive.put(region.address(), region);
        return region;
    }

    /** Ends the region that begins at that address and was made so. */
    Region remove(long address, Origin origin) {
        Region region = alive.get(address);
        if (region == null || region.origin() != origin || !alive.remove(address, region)) {
            throw new AssertionError(
                    "0x" + Long.toHexString(address) + " is given back as " + origin + " but is " + describe(address));
        }
        recent = null;
        remember(region);
        return region;
    }

    private void remember(Region region) {
        synchronized (ended) {
            ended.addLast(new Region(
                    region.address(), region.bytes(), region.space(), region.origin(), ByteBuffer.allocate(0)));
            if (ended.size() > REMEMBERED) {
                ended.removeFirst();
            }
        }
    }

    /** The region that holds all of those bytes. */
    Region find(long address, long bytes) {
        Region last = recent;
        if (last != null && last.contains(address, bytes)) {
            return last;
        }
        Region region = holding(address, bytes);
        if (region == null) {
            throw new AssertionError("access to " + bytes + " bytes at 0x" + Long.toHexString(address) + ", which is "
                    + describe(address));
        }
        recent = region;
        return region;
    }

    /** As {@link #find}, for the host, which must not touch device memory. */
    Region findForHost(long address, long bytes) {
        Region region = find(address, bytes);
        if (region.space() == MemorySpace.DEVICE) {
            throw new AssertionError("the host touches device memory: " + region);
        }
        return region;
    }

    @Nullable
    Region holding(long address, long bytes) {
        Map.Entry<Long, Region> below = alive.floorEntry(address);
        return below != null && bytes >= 0 && below.getValue().contains(address, bytes) ? below.getValue() : null;
    }

    /** Remembers that a buffer stands for an address. */
    void bind(ByteBuffer buffer, Region region) {
        synchronized (views) {
            views.put(buffer, region);
        }
    }

    @Nullable
    Region boundTo(ByteBuffer buffer) {
        synchronized (views) {
            return views.get(buffer);
        }
    }

    List<Region> all(Origin origin) {
        List<Region> found = new ArrayList<>();
        for (Region region : alive.values()) {
            if (region.origin() == origin) {
                found.add(region);
            }
        }
        return found;
    }

    private String describe(long address) {
        Map.Entry<Long, Region> below = alive.floorEntry(address);
        if (below != null && address - below.getKey() < below.getValue().bytes() + PAGE) {
            return (address - below.getKey()) + " bytes into a live " + below.getValue();
        }
        synchronized (ended) {
            for (Region region : ended) {
                if (region.contains(address, 0)) {
                    return (address - region.address()) + " bytes into a " + region + " that was given back";
                }
            }
        }
        Map.Entry<Long, Region> above = alive.ceilingEntry(address);
        if (above != null && above.getKey() - address < PAGE) {
            return (above.getKey() - address) + " bytes before a live " + above.getValue();
        }
        return address == 0 ? "the null address" : "in no allocation";
    }

    /** Memory that begins at a multiple of 64. */
    static ByteBuffer memory(long bytes) {
        return ByteBuffer.allocateDirect(checkedLength(bytes) + 2 * ALIGNMENT)
                .alignedSlice(ALIGNMENT)
                .slice(0, (int) bytes);
    }

    static int checkedLength(long bytes) {
        if (bytes < 0 || bytes > Integer.MAX_VALUE - 2 * ALIGNMENT) {
            throw new IcclException(
                    ResultCode.SYSTEM_ERROR,
                    "checked memory gives 0 to " + (Integer.MAX_VALUE - 2 * ALIGNMENT) + " bytes at a time, not "
                            + bytes);
        }
        return (int) bytes;
    }

    /** Sets all bytes. */
    static void fill(ByteBuffer data, byte value) {
        byte[] block = new byte[Math.min(data.capacity(), 8192)];
        Arrays.fill(block, value);
        for (int done = 0; done < data.capacity(); done += block.length) {
            data.put(done, block, 0, Math.min(block.length, data.capacity() - done));
        }
    }
}
