package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.SharedMemory;
import iccl.kernel.testkit.Regions.Origin;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The memory that the users of one {@link CheckedMemory} share, as processes do: each has it at another address. */
final class CheckedSharing {
    private final Regions regions;
    /** By identity. */
    private final Map<Long, ByteBuffer> shared = new ConcurrentHashMap<>();

    private final Set<SharedMemory> makers = ConcurrentHashMap.newKeySet();
    private final AtomicLong nextIdentity = new AtomicLong(1);
    private final AtomicInteger allowed = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicLong attached = new AtomicLong();

    CheckedSharing(Regions regions) {
        this.regions = regions;
    }

    /** Some more can be attached. */
    void allow(int more) {
        allowed.set(more);
    }

    SharedMemory share(long bytes) {
        ByteBuffer data = Regions.memory(bytes);
        long identity = nextIdentity.getAndIncrement();
        SharedMemory made = mapping(new SharedMemory.Key(0, 0, identity, bytes), data);
        shared.put(identity, data);
        makers.add(made);
        return made;
    }

    SharedMemory attach(SharedMemory.Key key) {
        ByteBuffer data = shared.get(key.identity());
        if (data == null) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "nothing is shared as " + key);
        }
        if (allowed.getAndDecrement() <= 0) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "the test lets nobody attach more");
        }
        attached.incrementAndGet();
        return mapping(key, data);
    }

    long attachments() {
        return attached.get();
    }

    private SharedMemory mapping(SharedMemory.Key key, ByteBuffer data) {
        return new SharedMemory(
                regions.add(MemorySpace.HOST, Origin.SHARED, data).address(), key);
    }

    void detach(SharedMemory memory) {
        regions.remove(memory.address(), Origin.SHARED);
        if (makers.remove(memory)) {
            // Nobody finds it any more; who has it keeps it.
            shared.remove(memory.key().identity());
        }
    }
}
