package iccl.examples.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.MemorySpace;
import iccl.api.Stream;
import iccl.api.UniqueId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Just enough of a library for the examples; memory that is not given back, or twice, is noticed. */
public final class FakeIccl implements Iccl {
    private final Communicator world;
    private final Set<Long> allocated = new HashSet<>();
    private long nextAddress = 4096;

    FakeIccl(Communicator world) {
        this.world = world;
    }

    /** A part of a direct buffer; the address is invented. */
    public record FakeBuffer(ByteBuffer whole, int offset, int length, long address) implements Buffer {
        @Override
        public long bytes() {
            return length;
        }

        @Override
        public MemorySpace space() {
            return MemorySpace.HOST;
        }

        @Override
        public Buffer slice(long offsetBytes, long bytes) {
            if (offsetBytes < 0 || bytes < 0 || offsetBytes + bytes > length) {
                throw new IllegalArgumentException("not inside");
            }
            return new FakeBuffer(whole, offset + (int) offsetBytes, (int) bytes, address + offsetBytes);
        }

        @Override
        public ByteBuffer asByteBuffer() {
            return whole.slice(offset, length).order(ByteOrder.nativeOrder());
        }
    }

    /** Everything is done in the call, so a stream has nothing to do. */
    static final class FakeStream implements Stream {
        @Override
        public void synchronize() {}

        @Override
        public boolean query() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Override
    public Buffer memAlloc(long bytes) {
        Buffer buffer = wrap(ByteBuffer.allocateDirect((int) bytes));
        allocated.add(buffer.address());
        return buffer;
    }

    /** This platform's devices share the host's memory, as some do. */
    @Override
    public Buffer memAlloc(long bytes, MemorySpace space) {
        return memAlloc(bytes);
    }

    @Override
    public void copy(Buffer to, Buffer from) {
        throw new UnsupportedOperationException("all memory is the host's: nothing needs this");
    }

    @Override
    public void memFree(Buffer buffer) {
        if (!allocated.remove(buffer.address())) {
            throw new IllegalStateException("not allocated");
        }
    }

    @Override
    public Buffer wrap(long address, long bytes) {
        throw new UnsupportedOperationException("the examples have no memory of others");
    }

    @Override
    public Buffer wrap(ByteBuffer direct) {
        long address = nextAddress;
        nextAddress += direct.remaining() + 4096L;
        return new FakeBuffer(direct.slice(), 0, direct.remaining(), address);
    }

    @Override
    public String version() {
        return "fake";
    }

    @Override
    public Communicator world() {
        return world;
    }

    @Override
    public Stream createStream() {
        return new FakeStream();
    }

    @Override
    public void groupStart() {}

    @Override
    public void groupEnd() {}

    @Override
    public List<Communicator> commInitAll(int size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UniqueId getUniqueId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Communicator commInitRank(int size, UniqueId id, int rank) {
        throw new UnsupportedOperationException();
    }
}
