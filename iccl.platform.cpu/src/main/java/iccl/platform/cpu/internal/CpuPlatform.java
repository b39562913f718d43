package iccl.platform.cpu.internal;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.port.Device;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import iccl.kernel.port.SharedMemory;
import iccl.platform.cpu.internal.jni.CpuNative;
import iccl.platform.cpu.internal.jni.NativeLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host: its memory, and reductions on its processor. Copies, queues and events finish at once. {@link CpuProbe} enables
 * it.
 *
 * <p>An address is checked where that is cheap: what is freed, unmapped or reserved must be known here; what is copied or
 * reduced must not be 0. Any other wrong address ends the process, as in C; of a file that was cut after it was mapped, a
 * short copy may be an InternalError instead.
 */
@Component(
        enabled = false,
        service = {HostPlatform.class, Platform.class},
        property = Platform.NAME + "=" + CpuPlatform.CPU)
@Capability(namespace = Platform.NAME, name = CpuPlatform.CPU)
public final class CpuPlatform implements HostPlatform {
    static final String CPU = "cpu";

    private static final Logger LOG = LoggerFactory.getLogger(CpuPlatform.class);

    private final Isa isa;
    private final CpuArithmetic arithmetic;
    private final Processor processor = Processor.read();
    private final Allocations allocations = new Allocations();
    private final FileMappings mappings = new FileMappings();
    private final SharedMappings shared = new SharedMappings();
    private final InstantQueues queues = new InstantQueues();

    /** With the instructions that the configuration asks for. */
    @Activate
    public CpuPlatform() {
        this(configuredIsa());
    }

    CpuPlatform(Isa isa) {
        this.isa = isa;
        this.arithmetic = new CpuArithmetic(isa);
    }

    /** Loads the native library, too. */
    private static Isa configuredIsa() {
        try {
            NativeLibrary.load();
        } catch (IOException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot load the native library: " + e.getMessage(), e);
        }
        return Isa.configured();
    }

    @Deactivate
    void deactivate() {
        // Not freed here: somebody may hold a view of it, and would read memory that is no more.
        if (allocations.count() + mappings.count() + shared.count() > 0) {
            LOG.warn(
                    "The platform cpu stops; {} allocations and {} mappings were not given back.",
                    allocations.count(),
                    mappings.count() + shared.count());
        }
    }

    @Override
    public String name() {
        return CPU;
    }

    @Override
    public String version() {
        return System.getProperty("os.arch") + " " + isa.label();
    }

    @Override
    public List<Device> devices() {
        return List.of(new Device(0, processor.model(), processor.memoryBytes(), ""));
    }

    @Override
    public void select(int device) {
        if (device != 0) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "the platform cpu has device 0 only, not " + device);
        }
    }

    /** Host memory, whatever the address: the other platforms are asked first, and what none of them knows is the host's. */
    @Override
    public @Nullable MemorySpace spaceOf(long address) {
        return address == 0 ? null : MemorySpace.HOST;
    }

    @Override
    public long allocate(MemorySpace space, long bytes) {
        return allocations.allocate(space, bytes);
    }

    @Override
    public void free(MemorySpace space, long address) {
        allocations.free(space, address);
    }

    @Override
    public void copy(long to, long from, long bytes) {
        RawMemory.copy(to, from, bytes);
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
        queues.requireEvent(event);
        queues.requireQueue(queue);
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
        return RawMemory.addressOf(direct);
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return RawMemory.view(address, bytes);
    }

    @Override
    public void clear(long address, long bytes) {
        RawMemory.clear(address, bytes);
    }

    @Override
    public boolean fenceThreads() {
        return CpuNative.fenceThreads();
    }

    @Override
    public OptionalInt ask(String function) {
        long answer = CpuNative.ask((function + "\0").getBytes(StandardCharsets.US_ASCII));
        return answer == (int) answer ? OptionalInt.of((int) answer) : OptionalInt.empty();
    }

    @Override
    public long map(Path file, long bytes) {
        return mappings.map(file, bytes);
    }

    @Override
    public void unmap(long address, long bytes) {
        mappings.unmap(address, bytes);
    }

    @Override
    public void reserve(long address, long bytes) {
        mappings.reserve(address, bytes);
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

    @Override
    public boolean sharesMemory() {
        return true;
    }

    @Override
    public SharedMemory share(long bytes) {
        return shared.share(bytes);
    }

    @Override
    public SharedMemory attach(SharedMemory.Key key) {
        return shared.attach(key);
    }

    @Override
    public void detach(SharedMemory memory) {
        shared.detach(memory);
    }

    @Override
    public boolean reachesProcesses() {
        return true;
    }

    @Override
    public void pull(long to, long process, long from, long bytes) {
        RawMemory.pull(to, process, from, bytes);
    }

    @Override
    public void push(long process, long to, long from, long bytes) {
        RawMemory.push(process, to, from, bytes);
    }
}
