package iccl.kernel.port;

import iccl.api.MemorySpace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A kind of hardware: its devices, memory, copies, queues. Registered as an OSGi service only after its probe succeeded;
 * the service property {@value #NAME} equals {@link #name}.
 *
 * <p>A queue runs copies and events in the order in which they were given; a platform may finish them at once. Queues and
 * events are numbers that mean something to the platform alone.
 *
 * <p>Errors: {@link iccl.api.IcclException} with {@code UNHANDLED_ERROR} and the runtime's own text; {@code SYSTEM_ERROR}
 * when memory is short.
 *
 * <p>Threads: all methods may be called by any thread; the current device is a property of the thread.
 */
@ConsumerType
public interface Platform {
    /** Service property with the platform's name. */
    String NAME = "iccl.platform";

    /**
     * The queue of what is given to a device without naming one, by the program too. {@link #copyAsync}, {@link #recordEvent},
     * {@link #queueWaits} and {@link #queueIsIdle} take it.
     */
    long DEFAULT_QUEUE = 0;

    /** Short and stable: {@code cpu}, {@code nvidia}, {@code metax}, {@code cambricon}, {@code moore}, {@code iluvatar}. */
    String name();

    /** The version of what it stands on, for people. */
    String version();

    /** The devices that this process may use, in the order of their indices. */
    List<Device> devices();

    /** Makes a device current for the calling thread; allocations and queues belong to the current device. */
    void select(int device);

    /** Which space an address is in; null when it is not this platform's. */
    @Nullable
    MemorySpace spaceOf(long address);

    /**
     * Memory, aligned to 4096 in host spaces and as the runtime does in device space.
     *
     * @return the address, never 0
     */
    long allocate(MemorySpace space, long bytes);

    /**
     * Gives back what {@link #allocate} gave. For memory of the host it works after the service has gone, too: somebody may
     * have held it then.
     */
    void free(MemorySpace space, long address);

    /** Sets {@code bytes} bytes in any space of this platform to 0; done when it returns. */
    default void clear(long address, long bytes) {
        throw new UnsupportedOperationException(name() + " cannot clear memory");
    }

    /** Copies between any two spaces of this platform and the host; done when it returns. */
    void copy(long to, long from, long bytes);

    /** Copies after what the queue holds; the memory must stay until then. */
    void copyAsync(long to, long from, long bytes, long queue);

    long createQueue();

    void destroyQueue(long queue);

    /** Whether all that the queue was given is done. Does not wait. */
    boolean queueIsIdle(long queue);

    long createEvent();

    void destroyEvent(long event);

    /** Marks the place in the queue that the event stands for from now on. */
    void recordEvent(long event, long queue);

    /** Whether the queue has come to the event. Does not wait. */
    boolean eventIsDone(long event);

    /** What is given to {@code queue} from now on waits for the event. */
    void queueWaits(long queue, long event);

    /** Whether {@link #callHost} works. */
    default boolean callsHost() {
        return false;
    }

    /**
     * Runs an action, on a thread of this platform's, after what the queue holds. What is given to the queue later does not
     * wait for it. The action must be short.
     */
    default void callHost(long queue, Runnable action) {
        throw new UnsupportedOperationException(name() + " has no host callbacks");
    }
}
