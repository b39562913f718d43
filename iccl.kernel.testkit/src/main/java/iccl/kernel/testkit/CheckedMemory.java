package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.port.Device;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import iccl.kernel.testkit.Regions.Origin;
import iccl.kernel.testkit.Regions.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Host memory for tests, in plain Java. Its addresses are made up, so every access outside a live allocation, every double
 * free and every leak is an {@link AssertionError} that says where. New and freed memory is filled with {@code 0xA5} and
 * {@code 0xDB}, so that reading it is noticed. Files are mapped for real; other instances and processes see the same bytes.
 * {@link #reserve} only looks whether there is room. Copies and queues finish at once. Arithmetic is {@link ReferenceArithmetic}.
 *
 * <p>One allocation or mapping holds at most 2^31 - 1 bytes.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class CheckedMemory implements HostPlatform {
    private static final byte FRESH = (byte) 0xA5;
    private static final byte FREED = (byte) 0xDB;

    private final Regions regions = new Regions();
    private final ReferenceArithmetic arithmetic = new ReferenceArithmetic(this::hostView);
    private final CheckedFiles files = new CheckedFiles(regions);
    private final CheckedSharing sharing = new CheckedSharing(regions);
    private final CheckedQueues queues = new CheckedQueues();

    @Override
    public String name() {
        return "checked";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public List<Device> devices() {
        return List.of(new Device(0, "checked memory", Integer.MAX_VALUE, ""));
    }

    @Override
    public void select(int device) {
        if (device != 0) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, "checked memory has device 0 only, and " + device + " was selected");
        }
    }

    @Override
    public @Nullable MemorySpace spaceOf(long address) {
        Region region = regions.holding(address, 0);
        return region == null ? null : region.space();
    }

    @Override
    public long allocate(MemorySpace space, long bytes) {
        ByteBuffer data = Regions.memory(bytes);
        Regions.fill(data, FRESH);
        return regions.add(space, Origin.ALLOCATION, data).address();
    }

    @Override
    public void free(MemorySpace space, long address) {
        Region region = regions.remove(address, Origin.ALLOCATION);
        if (region.space() != space) {
            throw new AssertionError("freed as " + space + ": " + region);
        }
        Regions.fill(region.data(), FREED);
    }

    @Override
    public void copy(long to, long from, long bytes) {
        if (bytes != 0) {
            regions.findForHost(from, bytes);
            regions.findForHost(to, bytes);
            transfer(to, from, bytes);
        }
    }

    /** As a device copies, or what takes its addresses: between any spaces. */
    public void transfer(long to, long from, long bytes) {
        if (bytes == 0) {
            return;
        }
        if (to != from && Math.abs(to - from) < bytes) {
            throw new AssertionError("copy of " + bytes + " bytes between overlapping places 0x"
                    + Long.toHexString(from) + " and 0x" + Long.toHexString(to));
        }
        Region source = regions.find(from, bytes);
        Region target = regions.find(to, bytes);
        target.data().put(target.offset(to), source.data(), source.offset(from), (int) bytes);
    }

    @Override
    public void copyAsync(long to, long from, long bytes, long queue) {
        queues.requireQueue(queue);
        copy(to, from, bytes);
    }

    @Override
    public long createQueue() {
        return queues.createQueue();
    }

    @Override
    public void destroyQueue(long queue) {
        queues.destroyQueue(queue);
    }

    @Override
    public boolean queueIsIdle(long queue) {
        queues.requireQueue(queue);
        return true;
    }

    @Override
    public long createEvent() {
        return queues.createEvent();
    }

    @Override
    public void destroyEvent(long event) {
        queues.destroyEvent(event);
    }

    @Override
    public void recordEvent(long event, long queue) {
        queues.requireQueue(queue);
        queues.requireEvent(event);
    }

    @Override
    public boolean eventIsDone(long event) {
        queues.requireEvent(event);
        return true;
    }

    @Override
    public void queueWaits(long queue, long event) {
        queues.requireQueue(queue);
        queues.requireEvent(event);
    }

    @Override
    public long addressOf(ByteBuffer direct) {
        if (!direct.isDirect()) {
            throw new AssertionError("only a direct buffer has an address: " + direct);
        }
        Region region = regions.boundTo(direct);
        if (region == null) {
            region = regions.add(
                    MemorySpace.HOST, Origin.FOREIGN, direct.duplicate().clear());
            regions.bind(direct, region);
        }
        return region.address();
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        ByteBuffer view = hostView(address, bytes);
        regions.bind(view, new Region(address, bytes, MemorySpace.HOST, Origin.FOREIGN, view));
        return view;
    }

    private ByteBuffer hostView(long address, long bytes) {
        return view(regions.findForHost(address, bytes), address, bytes);
    }

    /** For what takes addresses of devices, too. */
    ByteBuffer viewAnywhere(long address, long bytes) {
        return view(regions.find(address, bytes), address, bytes);
    }

    private static ByteBuffer view(Region region, long address, long bytes) {
        return region.data().slice(region.offset(address), (int) bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void clear(long address, long bytes) {
        Regions.fill(hostView(address, bytes), (byte) 0);
    }

    @Override
    public long map(Path file, long bytes) {
        return files.map(file, bytes);
    }

    @Override
    public void unmap(long address, long bytes) {
        files.unmap(address, bytes);
    }

    @Override
    public void reserve(long address, long bytes) {
        files.reserve(address, bytes);
    }

    @Override
    public boolean sharesMemory() {
        return true;
    }

    @Override
    public SharedMemory share(long bytes) {
        return sharing.share(bytes);
    }

    /** Of this instance alone. */
    @Override
    public SharedMemory attach(SharedMemory.Key key) {
        return sharing.attach(key);
    }

    @Override
    public void detach(SharedMemory memory) {
        sharing.detach(memory);
    }

    /** Some more can be attached; then it is refused, as when handles are short. */
    public void allowToAttach(int more) {
        sharing.allow(more);
    }

    /** How often something that is shared was attached, up to now. */
    public long attachments() {
        return sharing.attachments();
    }

    @Override
    public boolean reachesProcesses() {
        return true;
    }

    /** There is one process, number 0. */
    @Override
    public void pull(long to, long process, long from, long bytes) {
        copy(to, from, bytes);
    }

    @Override
    public void push(long process, long to, long from, long bytes) {
        copy(to, from, bytes);
    }

    @Override
    public void fold(Datatype type, ReductionOp op, long to, long[] sources, int ranks, long count) {
        arithmetic.fold(type, op, to, sources, ranks, count);
    }

    @Override
    public void load(Datatype type, ReductionOp op, long toAccumulators, long from, long count) {
        arithmetic.load(type, op, toAccumulators, from, count);
    }

    @Override
    public void combine(Datatype type, ReductionOp op, long to, long left, long right, long count) {
        arithmetic.combine(type, op, to, left, right, count);
    }

    @Override
    public void store(Datatype type, ReductionOp op, long to, long fromAccumulators, long count, int ranks) {
        arithmetic.store(type, op, to, fromAccumulators, count, ranks);
    }

    /** Bytes that are allocated now. */
    public long allocatedBytes() {
        return regions.all(Origin.ALLOCATION).stream().mapToLong(Region::bytes).sum();
    }

    /** Fails when an allocation, a mapping, a queue or an event was not given back. */
    public void assertNothingLeaked() {
        List<Object> left = new ArrayList<>(regions.all(Origin.ALLOCATION));
        left.addAll(regions.all(Origin.MAPPING));
        left.addAll(regions.all(Origin.SHARED));
        queues.addLeft(left);
        if (!left.isEmpty()) {
            throw new AssertionError(left.size() + " not given back: " + left);
        }
    }
}
