package iccl.api;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.ServiceLoader;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The library: makes communicators, buffers, streams and groups. OSGi programs get it by {@code @Reference}, others by
 * {@link #get()}.
 *
 * <p>Threads: all methods may be called by any thread. {@link #groupStart} and {@link #groupEnd} belong to the thread that
 * calls them.
 */
@ProviderType
public interface Iccl {
    /**
     * The library for a plain Java program. The first call boots a container inside this process from the installation
     * that the class path belongs to; later calls return the same. It is stopped when the process ends.
     *
     * @throws IcclException {@link ResultCode#NOT_SUPPORTED} when the class path has no installation (inside an OSGi
     *     container use {@code @Reference Iccl}), or why the container does not start
     */
    static Iccl get() {
        return ServiceLoader.load(Bootstrap.class, Iccl.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IcclException(
                        ResultCode.NOT_SUPPORTED,
                        "no ICCL installation on the class path; add its lib/* there, or, in an OSGi container, "
                                + "get Iccl by @Reference"))
                .iccl();
    }

    /** The library's version. */
    String version();

    /**
     * The communicator of all ranks that the launcher started, made at the first call; a world of one rank when no
     * launcher did. It is the same each time and is closed with the library.
     */
    Communicator world();

    /**
     * Communicators for {@code size} ranks that all live in this process, in rank order. Each is driven by a thread of
     * its own, or all by one thread inside a group.
     */
    List<Communicator> commInitAll(int size);

    /** A new name for a communicator, see {@link UniqueId}. The rank that makes it must become a member. */
    UniqueId getUniqueId();

    /**
     * Joins the communicator that {@code id} names; returns when all {@code size} ranks have.
     *
     * @param rank this process's rank, 0 to {@code size} - 1
     * @throws IcclException {@link ResultCode#TIMEOUT} when the others do not come within {@code iccl.timeout.init}
     */
    Communicator commInitRank(int size, UniqueId id, int rank);

    /** From here to {@link #groupEnd} this thread's operations are collected instead of run. Groups nest. */
    void groupStart();

    /**
     * Runs what was collected since {@link #groupStart}, all of it at the same time, so that sends and receives that
     * need each other may be in one group. Operations without a stream are done when it returns.
     */
    void groupEnd();

    /**
     * Memory of {@code bytes} bytes that communicates fastest: aligned to 4096, zeroed, mapped by the ranks of the same
     * machine where that can be. Give it back with {@link #memFree}; what is left is freed with the library.
     */
    Buffer memAlloc(long bytes);

    /**
     * Zeroed memory in that space: of this process's device, pinned for it, or of the host. Which device that is, {@code
     * iccl.platform} and the rank's place on its machine decide; where a launcher started several ranks, this makes the
     * {@link #world}, and so waits for the others.
     *
     * @throws IcclException {@link ResultCode#NOT_SUPPORTED} when this process has no device and the space needs one
     */
    Buffer memAlloc(long bytes, MemorySpace space);

    /**
     * Copies all of {@code from} to the begin of {@code to}, from any space to any; done when it returns.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} when it does not fit
     */
    void copy(Buffer to, Buffer from);

    /**
     * Gives back memory of {@link #memAlloc}.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} when it is no such memory, or was given back before
     */
    void memFree(Buffer buffer);

    /**
     * A direct buffer's bytes from its position to its limit. The result keeps the memory alive.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} for a buffer on the Java heap or a read-only one
     */
    Buffer wrap(ByteBuffer direct);

    /**
     * Memory that somebody else owns, by its address: for programs in other languages. Nothing is checked, and nothing keeps
     * it alive: it must be there, and {@code bytes} long, for as long as an operation uses it.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} when the address is 0 or the length negative
     */
    Buffer wrap(long address, long bytes);

    /** A stream with a thread of its own. */
    Stream createStream();
}
