package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One rank of a group under test: its endpoint, memory that is given back at the end, data that depends on rank and
 * index, and waiting that never lasts longer than {@link #PATIENCE_NANOS}.
 */
public final class ContractRank implements AutoCloseable {
    /** How long a rank waits for anything before it says what it waited for. */
    static final long PATIENCE_NANOS = 20_000_000_000L;

    private static final int BARRIER_TAG = Endpoint.MAX_TAG;

    private final Endpoint endpoint;
    private final HostPlatform host;
    private final List<Long> memory = new ArrayList<>();
    private final List<Endpoint> groups = new ArrayList<>();

    public ContractRank(Endpoint endpoint, HostPlatform host) {
        this.endpoint = endpoint;
        this.host = host;
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public HostPlatform host() {
        return host;
    }

    public int rank() {
        return endpoint.rank();
    }

    public int size() {
        return endpoint.size();
    }

    /** The next rank in the ring. */
    public int next() {
        return (rank() + 1) % size();
    }

    /** The rank before in the ring. */
    public int previous() {
        return (rank() + size() - 1) % size();
    }

    /** Memory that {@link #close} frees. */
    public long allocate(long bytes) {
        long address = host.allocate(MemorySpace.HOST, Math.max(bytes, 1));
        memory.add(address);
        return address;
    }

    /** Gives memory of {@link #allocate} back early. */
    public void free(long address) {
        check(memory.remove(Long.valueOf(address)), "address " + address + " is not allocated");
        host.free(MemorySpace.HOST, address);
    }

    /** Memory filled with the pattern of that seed. */
    public long filled(long bytes, long seed) {
        long address = allocate(bytes);
        fill(address, bytes, seed);
        return address;
    }

    /** A subgroup that {@link #close} closes, as a rank of its own. */
    public ContractRank subgroup(int[] members, int tag) {
        Endpoint part = endpoint.subgroup(members, tag);
        groups.add(part);
        return new ContractRank(part, host);
    }

    /** Fills memory with a pattern that differs for every seed and index. */
    public void fill(long address, long bytes, long seed) {
        ByteBuffer view = host.view(address, bytes);
        for (int i = 0; i < bytes; i++) {
            view.put(i, pattern(seed, i));
        }
    }

    /** Fails at the first byte that is not the pattern's. */
    public void verify(String what, long address, long bytes, long seed) {
        ByteBuffer view = host.view(address, bytes);
        for (int i = 0; i < bytes; i++) {
            if (view.get(i) != pattern(seed, i)) {
                throw new AssertionError("%s: byte %d of %d is %d instead of %d (rank %d of %d)"
                        .formatted(what, i, bytes, view.get(i), pattern(seed, i), rank(), size()));
            }
        }
    }

    private static byte pattern(long seed, int index) {
        long mixed = (seed * 31 + index / 256 + 1) * 0x9E3779B97F4A7C15L + index;
        return (byte) (mixed ^ (mixed >>> 29));
    }

    /** Tests the handle until its operation is done. */
    public void await(String what, int handle) {
        if (handle < 0) {
            throw new AssertionError(what + ": handle " + handle + " is negative");
        }
        until(what, () -> endpoint.test(handle));
    }

    /** Asks again and again until the answer is yes. */
    public void until(String what, Supplier<Boolean> question) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (int turn = 0; !question.get(); turn++) {
            pause(turn);
            if (System.nanoTime() > deadline) {
                throw new AssertionError("%s: not done after %d s (rank %d of %d)"
                        .formatted(what, PATIENCE_NANOS / 1_000_000_000L, rank(), size()));
            }
        }
    }

    // There may be more ranks than processors: the one that is waited for must get its turn.
    @SuppressWarnings("ThreadPriorityCheck")
    private static void pause(int turn) {
        if (turn < 200) {
            Thread.onSpinWait();
        } else if (turn < 1000) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(50_000);
        }
    }

    public void send(int peer, int tag, long address, long bytes) {
        await("send of %d bytes to %d, tag %d".formatted(bytes, peer, tag), endpoint.send(peer, tag, address, bytes));
    }

    public void recv(int peer, int tag, long address, long bytes) {
        await("recv of %d bytes from %d, tag %d".formatted(bytes, peer, tag), endpoint.recv(peer, tag, address, bytes));
    }

    /** Returns when every rank has come. */
    public void barrier() {
        for (int distance = 1; distance < size(); distance *= 2) {
            int sent = endpoint.send((rank() + distance) % size(), BARRIER_TAG, 0, 0);
            recv((rank() + size() - distance) % size(), BARRIER_TAG, 0, 0);
            await("barrier", sent);
        }
    }

    /** Every rank's number, in rank order. */
    public int[] exchange(int mine) {
        int[] all = new int[size()];
        long cells = allocate(4L * size());
        ByteBuffer view = host.view(cells, 4L * size());
        view.putInt(4 * rank(), mine);
        int[] handles = new int[2 * size()];
        for (int peer = 0; peer < size(); peer++) {
            handles[2 * peer] = peer == rank() ? -1 : endpoint.send(peer, BARRIER_TAG, cells + 4L * rank(), 4);
            handles[2 * peer + 1] = peer == rank() ? -1 : endpoint.recv(peer, BARRIER_TAG, cells + 4L * peer, 4);
        }
        for (int handle : handles) {
            if (handle >= 0) {
                await("exchange", handle);
            }
        }
        for (int peer = 0; peer < size(); peer++) {
            all[peer] = view.getInt(4 * peer);
        }
        free(cells);
        return all;
    }

    /** Runs what must fail with one of these codes, and gives back the failure. */
    public IcclException fails(String what, Runnable action, ResultCode... codes) {
        try {
            action.run();
        } catch (IcclException failure) {
            if (!List.of(codes).contains(failure.code())) {
                throw new AssertionError(
                        "%s: failed with %s instead of %s".formatted(what, failure.code(), List.of(codes)), failure);
            }
            if (failure.getMessage() == null || failure.getMessage().isBlank()) {
                throw new AssertionError(what + ": the failure has no message", failure);
            }
            return failure;
        }
        throw new AssertionError("%s: did not fail (rank %d of %d)".formatted(what, rank(), size()));
    }

    public void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("%s (rank %d of %d)".formatted(otherwise, rank(), size()));
        }
    }

    /** Closes the subgroups and the endpoint, then frees the memory. */
    @Override
    public void close() {
        groups.forEach(Endpoint::close);
        endpoint.close();
        memory.forEach(address -> host.free(MemorySpace.HOST, address));
        memory.clear();
    }
}
