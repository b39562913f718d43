package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import org.jspecify.annotations.Nullable;

/**
 * The life that all algorithms share. An algorithm is a sequence of items, numbered the same way on every rank. Item i is
 * posted (its messages are started) when item i - {@code lanes} is completed (its messages are done, its arithmetic too),
 * and items complete in order. So up to {@code lanes} items are in flight, communication overlaps arithmetic, and the
 * order of messages between two ranks is fixed: one tag is enough.
 *
 * <p>A lane is the item's number modulo {@code lanes}; what belongs to a lane, such as its part of the scratch, is free
 * again when the item is completed.
 *
 * <p>Operations of nothing, and of one rank alone, end in {@link #start}.
 */
abstract class PipelinedMachine extends StateMachine<PipelinedMachine.State> {
    /** In the order of a healthy run. */
    enum State {
        /** Never started. */
        IDLE,
        /** Posts items and waits for them. */
        RUNNING,
        /** The operation is complete; may be started again. */
        DONE,
        /** The operation failed; {@link #failure} says why. Never started again. */
        FAILED
    }

    private final Workbench bench;
    private final Messages[] lanes;
    private final long[] source = new long[1];
    private @Nullable CollectiveCall call;
    private int tag;
    private long items;
    private long posted;
    private long completed;
    private long scratch;

    PipelinedMachine(Workbench bench, int lanes) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.bench = bench;
        this.lanes = new Messages[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            this.lanes[lane] = new Messages(bench.endpoint());
        }
    }

    /** Works out the operation and takes scratch; returns how many items it has. */
    abstract long prepare();

    /** Starts the item's messages; those of its lane are done. */
    abstract void post(long item, int lane);

    /** Does what follows when the item's messages are done. */
    abstract void complete(long item, int lane);

    @Override
    public final void start(CollectiveCall call, int tag, long nowNs) {
        requireStartable();
        this.call = call;
        this.tag = tag;
        at(nowNs);
        posted = 0;
        completed = 0;
        items = 0;
        become(State.RUNNING, "started");
        try {
            if (isTrivial(call)) {
                LocalWork.completeAlone(call, bench, source);
                finish("nothing to exchange");
            } else {
                items = prepare();
            }
        } catch (RuntimeException | Error e) {
            onError(e);
        }
    }

    private boolean isTrivial(CollectiveCall call) {
        Operation operation = call.operation();
        if (operation.isPointToPoint()) {
            return call.count() == 0;
        }
        return size() == 1 || (call.count() == 0 && operation != Operation.BARRIER);
    }

    @Override
    public final int step(long nowNs) {
        return switch (state()) {
            case RUNNING -> run(nowNs);
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int run(long nowNs) {
        at(nowNs);
        try {
            return advance();
        } catch (RuntimeException | Error e) {
            onError(e);
            return 1;
        }
    }

    private int advance() {
        int work = 0;
        while (completed < items) {
            if (posted < items && posted - completed < lanes.length) {
                post(posted, laneOf(posted));
                posted++;
                work++;
            } else if (lanes[laneOf(completed)].areDone()) {
                complete(completed, laneOf(completed));
                completed++;
                work++;
            } else {
                return work;
            }
        }
        finish("all items are complete");
        return work + 1;
    }

    private int laneOf(long item) {
        return (int) (item % lanes.length);
    }

    private void finish(String why) {
        become(State.DONE, why);
        release();
    }

    private void onError(Throwable error) {
        if (error instanceof IcclException known) {
            fail(known);
            return;
        }
        String message = getClass().getSimpleName() + " broke: " + error + "; please report it";
        fail(new IcclException(ResultCode.INTERNAL_ERROR, null, IcclException.NO_RANK, message, error));
        if (error instanceof Error serious) {
            throw serious;
        }
    }

    @Override
    public final void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        IcclException blamed = Blame.within(call == null ? null : call.operation(), why);
        becomeFailed(blamed, "failed");
        try {
            release();
        } catch (IcclException e) {
            blamed.addSuppressed(e);
        }
    }

    /** Gives everything back; called once per operation, when it ends. */
    private void release() {
        long address = scratch;
        scratch = 0;
        try {
            for (Messages messages : lanes) {
                messages.cancel();
            }
        } finally {
            bench.scratch().give(address);
        }
    }

    @Override
    public final String describe() {
        StringBuilder text = new StringBuilder(getClass().getSimpleName());
        text.append(" on rank ").append(rank()).append(' ').append(life());
        if (state() == State.RUNNING) {
            text.append(", ").append(completed).append(" of ").append(items).append(" items done");
            for (Messages messages : lanes) {
                messages.describe(text);
            }
        }
        return text.toString();
    }

    /** The operation under way. */
    final CollectiveCall call() {
        return started(call);
    }

    /** Takes scratch for the operation; at most once in {@link #prepare}. */
    final long takeScratch(long bytes) {
        scratch = bench.scratch().take(bytes);
        return scratch;
    }

    final void send(int lane, int peer, long address, long bytes) {
        lanes[lane].send(peer, tag, address, bytes);
    }

    final void recv(int lane, int peer, long address, long bytes) {
        lanes[lane].recv(peer, tag, address, bytes);
    }

    final Messages messages(int lane) {
        return lanes[lane];
    }

    final int lanes() {
        return lanes.length;
    }

    final int rank() {
        return bench.rank();
    }

    final int size() {
        return bench.size();
    }

    final HostPlatform host() {
        return bench.host();
    }

    final Mover mover() {
        return bench.mover();
    }

    final Endpoint endpoint() {
        return bench.endpoint();
    }

    final long segmentBytes() {
        return bench.segmentBytes();
    }
}
