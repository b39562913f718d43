package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's end of a {@link SimGroup}. Guarded by the network's monitor. */
final class SimEndpoint implements Endpoint {
    private enum Life {
        OPEN,
        CLOSED,
        ABORTED,
        DEAD
    }

    private final SimNetwork network;
    private final SimGroup group;
    private final int rank;
    private final List<@Nullable SimOperation> operations = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private Life life = Life.OPEN;
    private int collectives;

    SimEndpoint(SimNetwork network, SimGroup group, int rank) {
        this.network = network;
        this.group = group;
        this.rank = rank;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public int nodeOf(int ofRank) {
        return group.nodeOf(ofRank);
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        synchronized (network) {
            checkOpen();
            check(peer, tag, bytes);
            SimOperation send = new SimOperation(true, peer, tag, address, bytes);
            group.send(rank, send);
            return handleOf(send);
        }
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        synchronized (network) {
            checkOpen();
            check(peer, tag, bytes);
            SimOperation recv = new SimOperation(false, peer, tag, address, bytes);
            group.recv(rank, recv);
            return handleOf(recv);
        }
    }

    @Override
    public boolean offers(CollectiveCall call) {
        return network.hasCollectives() && !call.operation().isPointToPoint();
    }

    @Override
    public int collective(CollectiveCall call) {
        synchronized (network) {
            checkOpen();
            SimOperation part = new SimOperation(false, rank, 0, call.recvAddress(), 0);
            part.collective = group.join(collectives++, rank, call);
            return handleOf(part);
        }
    }

    private int handleOf(SimOperation operation) {
        Integer handle = free.poll();
        if (handle == null) {
            operations.add(operation);
            return operations.size() - 1;
        }
        operations.set(handle, operation);
        return handle;
    }

    @Override
    public boolean test(int handle) {
        synchronized (network) {
            checkOpen();
            SimOperation operation = operationOf(handle);
            if (isDone(operation)) {
                end(handle);
                return true;
            }
            IcclException failure = failureOf(operation);
            if (failure != null) {
                group.withdraw(rank, operation);
                end(handle);
                throw failure;
            }
            network.onIdle();
            return false;
        }
    }

    private boolean isDone(SimOperation operation) {
        if (operation.collective != null) {
            return operation.collective.isDone();
        }
        group.progress(operation);
        return operation.done && operation.failure == null;
    }

    private @Nullable IcclException failureOf(SimOperation operation) {
        if (operation.failure != null) {
            return operation.failure;
        }
        if (operation.collective != null) {
            int missing = operation.collective.goneRank();
            return missing < 0 ? null : SimGroup.gone(missing);
        }
        return operation.partner == null && group.isGone(operation.peer) ? SimGroup.gone(operation.peer) : null;
    }

    @Override
    public void look(int peer) {
        synchronized (network) {
            checkOpen();
            if (group.isGone(peer)) {
                throw SimGroup.gone(peer);
            }
            network.onIdle();
        }
    }

    @Override
    public void cancel(int handle) {
        synchronized (network) {
            SimOperation operation = operationOf(handle);
            if (life == Life.OPEN && !operation.done) {
                group.withdraw(rank, operation);
            }
            end(handle);
        }
    }

    private SimOperation operationOf(int handle) {
        SimOperation operation = handle < 0 || handle >= operations.size() ? null : operations.get(handle);
        if (operation == null) {
            throw new AssertionError("rank " + rank + " has no handle " + handle + ", or no more");
        }
        return operation;
    }

    private void end(int handle) {
        operations.set(handle, null);
        free.add(handle);
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        synchronized (network) {
            checkOpen();
            return group.join(rank, members, tag);
        }
    }

    @Override
    public void abort() {
        leave(Life.ABORTED);
    }

    @Override
    public void close() {
        leave(Life.CLOSED);
    }

    void kill() {
        leave(Life.DEAD);
    }

    private void leave(Life how) {
        synchronized (network) {
            if (life == Life.OPEN) {
                life = how;
                List<SimOperation> open = new ArrayList<>();
                for (SimOperation operation : operations) {
                    if (operation != null) {
                        open.add(operation);
                    }
                }
                group.onGone(rank, open);
                network.notifyAll();
            }
        }
    }

    boolean isGone() {
        return life != Life.OPEN;
    }

    private void checkOpen() {
        if (life != Life.OPEN) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    null,
                    rank,
                    "the endpoint of rank " + rank + " is " + life + "; nothing can be done with it",
                    null);
        }
    }

    private void check(int peer, int tag, long bytes) {
        if (peer < 0 || peer >= size() || tag < 0 || tag > MAX_TAG || bytes < 0) {
            throw new AssertionError(
                    "rank " + rank + " of " + size() + ": peer " + peer + ", tag " + tag + ", " + bytes + " bytes");
        }
    }

    void listLeft(List<String> left) {
        for (SimOperation operation : operations) {
            if (operation != null) {
                left.add("rank " + rank + ": open handle of " + operation);
            }
        }
    }
}
