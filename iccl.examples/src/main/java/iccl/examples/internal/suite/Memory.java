package iccl.examples.internal.suite;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A buffer between two guard zones, which nobody may touch. The memory is kept for the next buffer and grows when that
 * is larger.
 */
public final class Memory implements AutoCloseable {
    /** Where the memory comes from. */
    public enum Kind {
        /** Of the rank's device; as {@code ALLOC} where it has none. */
        DEVICE,
        /** {@link Iccl#memAlloc}, host memory: communicates fastest. */
        ALLOC,
        /** {@link Iccl#wrap} around a direct {@link ByteBuffer} of the program's own. */
        WRAP
    }

    /** A whole page, so that the buffer in between is as well aligned as the allocation. */
    static final int GUARD_BYTES = 4096;

    private static final Pattern GUARD = new Pattern(Datatype.UINT8, index -> 0xC3 ^ index & 0x1F, false);
    private static final Pattern UNWRITTEN = new Pattern(Datatype.UINT8, index -> 0x5A, false);

    private final Iccl iccl;
    private final Kind kind;
    private final Mirror mirror;
    private @Nullable Buffer allocation;
    private long bytes;

    Memory(Iccl iccl, Kind kind, Mirror mirror) {
        this.iccl = iccl;
        this.kind = kind;
        this.mirror = mirror;
    }

    /** A buffer of that size; the one handed out before is gone. What is in it is of no use. */
    Buffer take(long wantedBytes) {
        long needed = Math.addExact(wantedBytes, 2L * GUARD_BYTES);
        if (allocation == null || allocation.bytes() < needed) {
            close();
            allocation = allocate(needed);
        }
        bytes = wantedBytes;
        mirror.write(buffer(), host -> UNWRITTEN.writeTo(host, 0));
        mirror.write(below(), host -> GUARD.writeTo(host, 0));
        mirror.write(above(), host -> GUARD.writeTo(host, 0));
        return buffer();
    }

    /** The first byte of a guard zone that is not as it was, counted from the buffer's first byte. */
    OptionalLong touched() {
        long below = GUARD.firstDifference(mirror.read(below()), 0);
        if (below != Pattern.SAME) {
            return OptionalLong.of(below - GUARD_BYTES);
        }
        long above = GUARD.firstDifference(mirror.read(above()), 0);
        return above == Pattern.SAME ? OptionalLong.empty() : OptionalLong.of(bytes + above);
    }

    @Override
    public void close() {
        Buffer old = allocation;
        allocation = null;
        if (old != null && kind != Kind.WRAP) {
            iccl.memFree(old);
        }
    }

    private Buffer allocate(long needed) {
        if (kind != Kind.WRAP) {
            return kind == Kind.DEVICE ? iccl.memAlloc(needed, MemorySpace.DEVICE) : iccl.memAlloc(needed);
        }
        if (needed > Integer.MAX_VALUE) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "a ByteBuffer ends at 2 GiB and " + needed + " bytes are needed; use --buffer alloc");
        }
        return iccl.wrap(ByteBuffer.allocateDirect((int) needed));
    }

    private Buffer buffer() {
        return part(GUARD_BYTES, bytes);
    }

    private Buffer below() {
        return part(0, GUARD_BYTES);
    }

    private Buffer above() {
        return part(GUARD_BYTES + bytes, GUARD_BYTES);
    }

    private Buffer part(long offsetBytes, long partBytes) {
        return Objects.requireNonNull(allocation, "take comes first").slice(offsetBytes, partBytes);
    }
}
