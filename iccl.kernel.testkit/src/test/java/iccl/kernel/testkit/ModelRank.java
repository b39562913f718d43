package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.Accumulator;
import iccl.kernel.port.Endpoint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One rank of a {@link ModelNetwork}: a clock of its own, which arithmetic and messages move on, and what it counted. */
final class ModelRank extends IdleHost implements Endpoint, Scratch {
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private final ModelNetwork network;
    private final int rank;
    private double[] doneNs = new double[8];
    private int[] free = new int[8];
    private int freeCount;
    private int handles;
    private double nowNs;
    private double lastNewsNs = -1;
    private @Nullable Machine machine;
    private long sentBytes;
    private long sentMessages;
    private long scratchBytes;

    ModelRank(ModelNetwork network, int rank) {
        this.network = network;
        this.rank = rank;
    }

    /** Its tools for machines; scratch is addresses only. */
    Workbench bench(long segmentBytes) {
        return new Workbench(this, this, this, segmentBytes);
    }

    void run(Machine machine) {
        this.machine = machine;
    }

    /** Goes on with its machine at that time or, if it is busy, later; whether it has ended with that. */
    boolean advance(double atNs) {
        Machine running = machine();
        nowNs = Math.max(nowNs, atNs);
        while (!running.isFinished() && running.step((long) nowNs) > 0) {
            // Its clock moves on meanwhile.
        }
        if (running.failure() != null) {
            throw new AssertionError(running.describe(), running.failure());
        }
        return running.isFinished();
    }

    private Machine machine() {
        if (machine == null) {
            throw new IllegalStateException("rank " + rank + " has nothing to do");
        }
        return machine;
    }

    boolean isOver() {
        return machine().isFinished();
    }

    double nowNs() {
        return nowNs;
    }

    long sentBytes() {
        return sentBytes;
    }

    long sentMessages() {
        return sentMessages;
    }

    /** The most that its machine took. */
    long scratchBytes() {
        return scratchBytes;
    }

    int node() {
        return rank / network.costs().ranksPerNode();
    }

    void doneAt(int handle, double atNs) {
        doneNs[handle] = atNs;
    }

    /** Whether nobody has said yet that something comes at that time. */
    boolean isNews(double atNs) {
        boolean isNews = atNs != lastNewsNs || atNs <= nowNs;
        lastNewsNs = atNs;
        return isNews;
    }

    private int post(int peer, long bytes, boolean isSend) {
        nowNs += network.costs().overheadNs();
        int handle = freeCount > 0 ? free[--freeCount] : handles++;
        if (handle == doneNs.length) {
            doneNs = Arrays.copyOf(doneNs, 2 * handle);
            free = Arrays.copyOf(free, 2 * handle);
        }
        doneNs[handle] = UNKNOWN;
        network.post(this, handle, peer, bytes, isSend);
        return handle;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return network.size();
    }

    @Override
    public int nodeOf(int rank) {
        return rank / network.costs().ranksPerNode();
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        sentBytes += bytes;
        sentMessages++;
        return post(peer, bytes, true);
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        return post(peer, bytes, false);
    }

    @Override
    public boolean test(int handle) {
        if (doneNs[handle] > nowNs) {
            return false;
        }
        free[freeCount++] = handle;
        return true;
    }

    @Override
    public void cancel(int handle) {}

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        throw new UnsupportedOperationException("a model has one communicator");
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}

    @Override
    public long take(long bytes) {
        scratchBytes = Math.max(scratchBytes, bytes);
        return 1L << 40;
    }

    @Override
    public void give(long address) {}

    private void work(double bytes) {
        nowNs += bytes / network.costs().arithmeticBytesPerNs();
    }

    @Override
    public void fold(Datatype type, ReductionOp op, long to, long[] sources, int ranks, long count) {
        work((double) count * type.bytes() * sources.length);
    }

    @Override
    public void load(Datatype type, ReductionOp op, long toAccumulators, long from, long count) {
        work((double) count * type.bytes());
    }

    @Override
    public void combine(Datatype type, ReductionOp op, long to, long left, long right, long count) {
        work((double) count * Accumulator.of(type, op).bytes(type));
    }

    @Override
    public void store(Datatype type, ReductionOp op, long to, long fromAccumulators, long count, int ranks) {
        work((double) count * type.bytes());
    }

    @Override
    public void copy(long to, long from, long bytes) {
        work((double) bytes);
    }
}
