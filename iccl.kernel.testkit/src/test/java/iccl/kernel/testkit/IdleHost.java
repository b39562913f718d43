package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.kernel.port.Device;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A host that does nothing, so that what a test measures is the kernel's. */
class IdleHost implements HostPlatform {
    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("machines do not use this");
    }

    @Override
    public void fold(Datatype type, ReductionOp op, long to, long[] sources, int ranks, long count) {}

    @Override
    public void load(Datatype type, ReductionOp op, long toAccumulators, long from, long count) {}

    @Override
    public void combine(Datatype type, ReductionOp op, long to, long left, long right, long count) {}

    @Override
    public void store(Datatype type, ReductionOp op, long to, long fromAccumulators, long count, int ranks) {}

    @Override
    public void copy(long to, long from, long bytes) {}

    @Override
    public void clear(long address, long bytes) {}

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public List<Device> devices() {
        return List.of();
    }

    @Override
    public void select(int device) {}

    @Override
    public MemorySpace spaceOf(long address) {
        return MemorySpace.HOST;
    }

    @Override
    public long allocate(MemorySpace space, long bytes) {
        throw unused();
    }

    @Override
    public void free(MemorySpace space, long address) {
        throw unused();
    }

    @Override
    public void copyAsync(long to, long from, long bytes, long queue) {
        throw unused();
    }

    @Override
    public long createQueue() {
        throw unused();
    }

    @Override
    public void destroyQueue(long queue) {
        throw unused();
    }

    @Override
    public boolean queueIsIdle(long queue) {
        throw unused();
    }

    @Override
    public long createEvent() {
        throw unused();
    }

    @Override
    public void destroyEvent(long event) {
        throw unused();
    }

    @Override
    public void recordEvent(long event, long queue) {
        throw unused();
    }

    @Override
    public boolean eventIsDone(long event) {
        throw unused();
    }

    @Override
    public void queueWaits(long queue, long event) {
        throw unused();
    }

    @Override
    public long addressOf(ByteBuffer direct) {
        throw unused();
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        throw unused();
    }

    @Override
    public long map(Path file, long bytes) {
        throw unused();
    }

    @Override
    public void unmap(long address, long bytes) {
        throw unused();
    }

    @Override
    public void reserve(long address, long bytes) {
        throw unused();
    }
}
