package iccl.backend.mpi;

import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An endpoint over a communicator of its own. Every call on the communicator is made with {@link #lock} held, except for
 * those that block; the communicator is released by whoever leaves last, so that no call comes after that.
 */
final class MpiEndpoint implements Endpoint {
    /** What all endpoints of a backend share. */
    record Context(MpiLibrary library, HostPlatform host, Set<MpiEndpoint> open) {}

    private enum State {
        OPEN,
        /** Aborted by this rank. */
        ABORTED,
        CLOSED
    }

    private static final Logger LOG = LoggerFactory.getLogger(MpiEndpoint.class);

    private final Context context;
    private final MpiCommunicator communicator;
    private final int[] nodes;
    private final Lock lock;
    private final Traffic traffic;
    private final AbortWatch watch;

    private State state = State.OPEN;
    private int subgroupsBeingMade;

    /**
     * @param nodes as {@link Nodes} gives them
     */
    private MpiEndpoint(Context context, MpiCommunicator communicator, int[] nodes) {
        this.context = context;
        this.communicator = communicator;
        this.nodes = nodes;
        this.lock = context.library().newLock();
        this.traffic = new Traffic(communicator, context.host());
        this.watch = new AbortWatch(traffic, nodes);
    }

    /**
     * An endpoint that the context knows until it is closed.
     *
     * @param nodes as {@link Nodes} gives them
     */
    static MpiEndpoint open(Context context, MpiCommunicator communicator, int[] nodes) {
        MpiEndpoint endpoint = new MpiEndpoint(context, communicator, nodes);
        context.open().add(endpoint);
        return endpoint;
    }

    @Override
    public int rank() {
        return communicator.rank();
    }

    @Override
    public int size() {
        return communicator.size();
    }

    @Override
    public int nodeOf(int rank) {
        return nodes[rank];
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        return post(Pending.Kind.SEND, peer, tag, address, bytes);
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        return post(Pending.Kind.RECEIVE, peer, tag, address, bytes);
    }

    private int post(Pending.Kind kind, int peer, int tag, long address, long bytes) {
        lock.lock();
        try {
            requireHealthy();
            return traffic.post(kind, peer, tag, address, bytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable String objectionToDeviceMemory(String platform) {
        return context.library().objectionToDeviceMemory(platform, context.host());
    }

    @Override
    public boolean offers(CollectiveCall call) {
        return traffic.offers(call);
    }

    @Override
    public int collective(CollectiveCall call) {
        lock.lock();
        try {
            requireHealthy();
            return traffic.start(call);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean test(int handle) {
        lock.lock();
        try {
            requireNotClosed();
            requireHealthy(handle);
            if (traffic.advance(handle)) {
                return true;
            }
            watch.onTest();
            requireHealthy(handle);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void requireNotClosed() {
        if (state == State.CLOSED) {
            throw Failures.closed();
        }
    }

    private void requireHealthy() {
        requireNotClosed();
        if (state == State.ABORTED) {
            throw Failures.abortedHere();
        }
        watch.requireNone();
    }

    /** The same, for an operation whose handle ends when this throws. */
    private void requireHealthy(int handle) {
        if (state == State.ABORTED || watch.hasSeenOne()) {
            traffic.discard(handle);
            requireHealthy();
        }
    }

    @Override
    public void cancel(int handle) {
        lock.lock();
        try {
            requireNotClosed();
            traffic.discard(handle);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void look(int peer) {
        lock.lock();
        try {
            watch.onProbe();
            requireHealthy();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        enterSubgroup();
        try {
            new Gathering(communicator, lock, this::requireNoAbort, members).await(tag, Gathering.PATIENCE_NANOS);
            MpiCommunicator part = communicator.part(members, Tags.ofGroup(tag));
            return orClosed(open(context, part, Nodes.ofPart(nodes, members)));
        } catch (MpiFailure failure) {
            throw Failures.of(failure, "making a communicator of " + members.length + " ranks");
        } finally {
            leaveSubgroup();
        }
    }

    private void requireNoAbort() {
        requireHealthy();
        watch.onTest();
    }

    private void enterSubgroup() {
        lock.lock();
        try {
            requireHealthy();
            subgroupsBeingMade++;
        } finally {
            lock.unlock();
        }
    }

    private void leaveSubgroup() {
        lock.lock();
        try {
            subgroupsBeingMade--;
            releaseWhenUnused();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody would close a part that was made while the whole was closed. */
    private Endpoint orClosed(Endpoint part) {
        lock.lock();
        try {
            if (state == State.CLOSED) {
                part.close();
                throw Failures.closed();
            }
            return part;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void abort() {
        lock.lock();
        try {
            if (state != State.OPEN) {
                return;
            }
            state = State.ABORTED;
            if (!context.library().isEnded()) {
                traffic.abort();
            }
        } catch (MpiFailure failure) {
            throw Failures.of(failure, "telling the peers that rank " + rank() + " aborts");
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            context.open().remove(this);
            if (context.library().isEnded()) {
                traffic.endAfterMpi();
            } else {
                traffic.end();
                releaseWhenUnused();
            }
        } finally {
            lock.unlock();
        }
    }

    private void releaseWhenUnused() {
        if (state != State.CLOSED || subgroupsBeingMade > 0) {
            return;
        }
        try {
            // A communicator that a message may still come for must keep its number.
            if (!traffic.isUnclean() && !communicator.hasUnreceived()) {
                communicator.free();
            }
        } catch (MpiFailure failure) {
            LOG.warn("rank {}: MPI did not take a communicator back: {}", rank(), failure.getMessage());
        }
    }

    @Override
    public String toString() {
        return "MpiEndpoint[rank " + rank() + " of " + size() + "]";
    }
}
