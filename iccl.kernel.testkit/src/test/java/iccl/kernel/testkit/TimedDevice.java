package iccl.kernel.testkit;

import static java.util.Objects.requireNonNull;

import iccl.api.MemorySpace;
import iccl.kernel.port.Device;
import iccl.kernel.port.Platform;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device whose queues copy as fast as they are told, in the time of a simulated network. */
final class TimedDevice implements Platform {
    /** A copy that ends at a time. */
    private record Copy(long to, long from, long bytes, long endNs) {}

    private final CheckedMemory memory;
    private final SimNetwork network;
    private final double bytesPerNs;
    private final Map<Long, Deque<Copy>> queues = new HashMap<>();
    private final Map<Long, Long> freeAtNs = new HashMap<>();
    private final Map<Long, Long> events = new HashMap<>();
    private long last;

    TimedDevice(CheckedMemory memory, SimNetwork network, double bytesPerNs) {
        this.memory = memory;
        this.network = network;
        this.bytesPerNs = bytesPerNs;
    }

    @Override
    public String name() {
        return "timed";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public List<Device> devices() {
        return List.of(new Device(0, "timed device", Integer.MAX_VALUE, ""));
    }

    @Override
    public void select(int device) {
        // There is one.
    }

    @Override
    public @Nullable MemorySpace spaceOf(long address) {
        return memory.spaceOf(address);
    }

    @Override
    public long allocate(MemorySpace space, long bytes) {
        return memory.allocate(space, bytes);
    }

    @Override
    public void free(MemorySpace space, long address) {
        memory.free(space, address);
    }

    @Override
    public void copy(long to, long from, long bytes) {
        memory.transfer(to, from, bytes);
    }

    @Override
    public void copyAsync(long to, long from, long bytes, long queue) {
        long beginNs = Math.max(network.nowNs(), freeAtNs.getOrDefault(queue, 0L));
        long endNs = beginNs + (long) (bytes / bytesPerNs);
        freeAtNs.put(queue, endNs);
        queue(queue).add(new Copy(to, from, bytes, endNs));
        network.expect(endNs);
    }

    @Override
    public long createQueue() {
        queues.put(++last, new ArrayDeque<>());
        return last;
    }

    @Override
    public void destroyQueue(long queue) {
        queues.remove(queue);
    }

    @Override
    public boolean queueIsIdle(long queue) {
        work();
        return queue(queue).isEmpty();
    }

    @Override
    public long createEvent() {
        events.put(++last, 0L);
        return last;
    }

    @Override
    public void destroyEvent(long event) {
        events.remove(event);
    }

    @Override
    public void recordEvent(long event, long queue) {
        events.put(event, freeAtNs.getOrDefault(queue, 0L));
    }

    @Override
    public boolean eventIsDone(long event) {
        work();
        return requireNonNull(events.get(event)) <= network.nowNs();
    }

    @Override
    public void queueWaits(long queue, long event) {
        throw new UnsupportedOperationException("nobody needs it");
    }

    private Deque<Copy> queue(long number) {
        return requireNonNull(queues.get(number));
    }

    private void work() {
        for (Deque<Copy> queue : queues.values()) {
            while (!queue.isEmpty() && queue.peek().endNs() <= network.nowNs()) {
                Copy due = queue.remove();
                memory.transfer(due.to(), due.from(), due.bytes());
            }
        }
    }
}
