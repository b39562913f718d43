package iccl.capi.internal;

import iccl.api.Bootstrap;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * What {@code libinfiniccl.so} calls. Nothing is thrown: an {@code int} result is the C header's, a {@code long} result is
 * the negative of that when something failed, and {@link #lastFailure} has the words.
 *
 * <p>Threads: any thread of the C program, attached to the JVM.
 */
@SuppressWarnings("unused") // All of it is called from C.
final class Bridge {
    /** Must be the number in {@code capi.h}: a library and a jar of two installations must not meet. */
    private static final int PROTOCOL = 2;

    private static final int SUCCESS = 0;
    /** An operation has been done; the number in {@code capi.h}. No exception has it for a result. */
    private static final int DONE = 0x1CC1;

    private static final Handles HANDLES = new Handles();
    private static final Allocations ALLOCATIONS = new Allocations();

    private static @Nullable Bootstrap bootstrap;
    private static volatile @Nullable Iccl iccl;
    private static volatile @Nullable Communicator world;

    private Bridge() {}

    /** Boots the container; the first call. */
    static synchronized int start(int protocol) {
        try {
            if (protocol != PROTOCOL) {
                throw new IcclException(
                        ResultCode.SYSTEM_ERROR,
                        "libinfiniccl.so and iccl.capi.jar are of two versions; link with the library of this"
                                + " installation, or correct ICCL_HOME");
            }
            Bootstrap found = ServiceLoader.load(Bootstrap.class, Bootstrap.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new IcclException(
                            ResultCode.SYSTEM_ERROR, "the installation has no bootstrap; install ICCL again"));
            iccl = found.iccl();
            bootstrap = found;
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    /** Ends the library; under MPI all ranks come here together, since MPI wants to be ended by all. */
    static synchronized int finish(boolean isMpi) {
        try {
            Communicator all = world;
            if (isMpi && all != null) {
                all.barrier(null);
            }
            if (bootstrap != null) {
                bootstrap.close();
            }
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    static byte[] lastFailure() {
        return Failure.text();
    }

    private static Iccl iccl() {
        Iccl known = iccl;
        if (known == null) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "the library was not started");
        }
        return known;
    }

    private static Communicator openWorld() {
        Communicator known = world;
        if (known == null) {
            known = iccl().world();
            world = known;
        }
        return known;
    }

    static int init() {
        int size = size();
        return size < 0 ? -size : SUCCESS;
    }

    static int rank() {
        try {
            return openWorld().rank();
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    static int size() {
        try {
            return openWorld().size();
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    static byte @Nullable [] uniqueId() {
        try {
            return iccl().getUniqueId().toBytes();
        } catch (Throwable thrown) {
            Failure.of(thrown);
            return null;
        }
    }

    /** The world once more: a communicator of its own, which can be aborted and destroyed by itself. */
    static long initAll(int devices) {
        try {
            if (devices < 1) {
                throw new IcclException(
                        ResultCode.INVALID_ARGUMENT, "ndev = " + devices + "; there is at least one device");
            }
            Communicator all = openWorld();
            return added(all.split(0, all.rank()));
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    static long initRank(int size, byte[] id, int rank) {
        try {
            return added(iccl().commInitRank(size, UniqueId.of(id), rank));
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    /** 0 for no part. */
    static long split(long comm, int color, int key) {
        try {
            return added(HANDLES.get(comm).communicator().split(color, key));
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    private static long added(@Nullable Communicator communicator) {
        return communicator == null ? 0 : HANDLES.add(new Handle(iccl(), communicator));
    }

    static int userRank(long comm) {
        try {
            return HANDLES.get(comm).communicator().rank();
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    static int count(long comm) {
        try {
            return HANDLES.get(comm).size();
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    static int destroy(long comm) {
        try {
            // Closed first: where that is refused, as inside a group, the program still has it.
            HANDLES.get(comm).communicator().close();
            HANDLES.remove(comm);
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    static int abort(long comm) {
        try {
            Communicator communicator = HANDLES.remove(comm).communicator();
            communicator.abort();
            communicator.close();
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    /** The result of what failed on a stream, or the negative of why there is none to be had. */
    static int asyncError(long comm) {
        try {
            IcclException failure = HANDLES.get(comm).communicator().asyncError();
            return failure == null ? SUCCESS : Failure.of(failure);
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    /** An operation: {@link #DONE}, or the result. */
    @SuppressWarnings("TooManyParameters") // See Calls.
    static int run(
            int operation,
            long send,
            long recv,
            long count,
            int type,
            int reduction,
            int root,
            long comm,
            long stream) {
        try {
            Calls.checkStream(stream);
            Calls.run(Numbers.operation(operation), HANDLES.get(comm), send, recv, count, type, reduction, root);
            return DONE;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    static int groupStart() {
        try {
            iccl().groupStart();
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    static int groupEnd() {
        try {
            iccl().groupEnd();
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }

    /** The address. */
    static long memAlloc(long bytes) {
        try {
            return ALLOCATIONS.add(iccl().memAlloc(bytes));
        } catch (Throwable thrown) {
            return -Failure.of(thrown);
        }
    }

    static int memFree(long address) {
        try {
            iccl().memFree(ALLOCATIONS.remove(address));
            return SUCCESS;
        } catch (Throwable thrown) {
            return Failure.of(thrown);
        }
    }
}
