package iccl.kernel.port;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The platform of the host itself: what the kernel and the shared-memory backend need of memory and arithmetic. There is
 * one per container; it is registered as this interface and as {@link Platform}.
 */
@ConsumerType
public interface HostPlatform extends Platform, Arithmetic {
    /** The address of a direct buffer's byte 0, whatever its position. */
    long addressOf(ByteBuffer direct);

    /** A direct buffer in native byte order over memory that somebody else keeps alive; at most 2^31 - 1 bytes. */
    ByteBuffer view(long address, long bytes);

    @Override
    void clear(long address, long bytes);

    /**
     * Makes every thread of this process that runs now pass a full memory fence before this returns; so others need none where
     * they rarely meet anybody.
     *
     * @return false where the system has no such thing; nothing was done then
     */
    default boolean fenceThreads() {
        return false;
    }

    /**
     * Calls a function of C that has no arguments and returns an int, if a library of this process has one of that name, and
     * lets all see it.
     *
     * @return what it returned; empty when there is none
     */
    default OptionalInt ask(String function) {
        return OptionalInt.empty();
    }

    /**
     * Maps the first {@code bytes} bytes of a file, shared with every process that maps it; the file is made or grown
     * when it is shorter. Pages take memory only when {@link #reserve} or a first touch gives it to them.
     *
     * @return the address, never 0
     */
    long map(Path file, long bytes);

    void unmap(long address, long bytes);

    /**
     * Takes memory for a part of what {@link #map} mapped, so that touching it cannot fail; works after the file has lost
     * its name, too.
     *
     * @param address within a mapping
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} with the sizes when the file system is full
     */
    void reserve(long address, long bytes);

    /** Whether {@link #share} works. */
    default boolean sharesMemory() {
        return false;
    }

    /**
     * Zeroed memory that other processes of this machine can {@link #attach}, aligned to 4096. It has no name: it is gone
     * when the last process that holds it is. All its pages are taken, so that touching it cannot fail.
     *
     * @param bytes at least 1
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} when memory or file handles are short
     */
    default SharedMemory share(long bytes) {
        throw new UnsupportedOperationException(name() + " cannot share memory");
    }

    /**
     * Maps what another process, or this one, shares.
     *
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} when it is not there any more, is of another machine or container,
     *     or may not be opened
     */
    default SharedMemory attach(SharedMemory.Key key) {
        throw new UnsupportedOperationException(name() + " cannot share memory");
    }

    /** Gives back what {@link #share} or {@link #attach} gave; others may still have it. */
    default void detach(SharedMemory memory) {
        throw new UnsupportedOperationException(name() + " cannot share memory");
    }

    /** Whether there are {@link #pull} and {@link #push}; the system may still forbid them for a process. */
    default boolean reachesProcesses() {
        return false;
    }

    /**
     * Copies from the memory of a process of this machine, any memory, which stays there meanwhile.
     *
     * @param process as its and this process's namespace number it; may be this one
     * @param from an address there
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} when the process is gone, has no such memory, or may not be read
     */
    default void pull(long to, long process, long from, long bytes) {
        throw new UnsupportedOperationException(name() + " cannot reach other processes");
    }

    /** Copies into the memory of a process; as {@link #pull}, with {@code to} there. */
    default void push(long process, long to, long from, long bytes) {
        throw new UnsupportedOperationException(name() + " cannot reach other processes");
    }
}
