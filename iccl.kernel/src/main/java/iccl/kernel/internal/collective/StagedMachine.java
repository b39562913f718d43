package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * An operation of which some rank's buffers are on a device. It is cut into chunks, and each chunk is the same operation on
 * host memory, by the machine of another algorithm. A chunk goes through three stages: from the device (load), over the
 * network, to the device (store). Stages of different chunks overlap: while one is on the network, later ones are loaded and
 * earlier ones are stored. On the network is one chunk at a time, so that messages keep their order.
 *
 * <p>A rank whose buffers are of the host takes part with the same chunks, and copies only where a chunk is not in one piece.
 *
 * <p>Bytes on the wire: as the other algorithm. Memory: {@value #LANES} chunks of what is sent and of what is received.
 */
public final class StagedMachine extends StateMachine<StagedMachine.State> {
    /** Chunks that are under way at the same time. */
    static final int LANES = 4;

    /** In the order of a healthy run. */
    enum State {
        /** Never started. */
        IDLE,
        /** The device has still to do what it was given before. */
        ENTERING,
        /** Chunks are under way. */
        RUNNING,
        /** The operation is complete; may be started again. */
        DONE,
        /** The operation failed; {@link #failure} says why. Never started again. */
        FAILED
    }

    /**
     * What is special to a rank's staging.
     *
     * @param stager null when the rank has no device
     * @param scratch what the device copies from and to best
     * @param chunkBytes the same on all ranks
     */
    public record Path(@Nullable Stager stager, Scratch scratch, long chunkBytes) {}

    private final Workbench bench;
    private final Machine inner;
    private final Path path;
    private final StagedSide send;
    private final StagedSide recv;
    /** Null when no buffer of this rank's is on a device. */
    private final @Nullable Entrance entrance;

    private @Nullable CollectiveCall call;
    private @Nullable ChunkLayout layout;
    private int tag;
    private int lanes;
    private long loaded;
    private long exchanged;
    private long stored;
    private boolean isExchanging;
    private long memory;

    /**
     * @param inner does one chunk at a time in host memory
     * @param sendOnDevice where this rank's send buffers are
     * @param recvOnDevice where this rank's receive buffers are
     */
    public StagedMachine(Workbench bench, Machine inner, Path path, boolean sendOnDevice, boolean recvOnDevice) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.bench = bench;
        this.inner = inner;
        this.path = path;
        send = new StagedSide(sendOnDevice ? path.stager() : null, bench.host(), LANES);
        recv = new StagedSide(recvOnDevice ? path.stager() : null, bench.host(), LANES);
        entrance = path.stager() != null && (sendOnDevice || recvOnDevice) ? new Entrance(path.stager()) : null;
    }

    /** Whether a call is more than one chunk. */
    public static boolean isCut(CollectiveCall call, int size, long chunkBytes) {
        return ChunkLayout.isCut(call, size, chunkBytes);
    }

    /** An all-to-all in place goes in other messages than one with two buffers; staged, all ranks do as with two. */
    public static boolean isSwappedInPlace(CollectiveCall call) {
        return call.operation() == Operation.ALL_TO_ALL && call.sendAddress() == call.recvAddress();
    }

    /** The count of a full chunk, by which all ranks choose the algorithm for all chunks. */
    public static long largestCount(CollectiveCall call, int size, long chunkBytes) {
        return ChunkLayout.largestCount(call, size, chunkBytes);
    }

    @Override
    public void start(CollectiveCall next, int nextTag, long now) {
        requireStartable();
        at(now);
        tag = nextTag;
        call = next;
        loaded = 0;
        exchanged = 0;
        stored = 0;
        isExchanging = false;
        become(entrance == null ? State.RUNNING : State.ENTERING, "started");
        try {
            prepare(next);
            if (entrance != null) {
                entrance.approach();
            }
        } catch (RuntimeException e) {
            onError(e);
        }
    }

    private void prepare(CollectiveCall next) {
        ChunkLayout cut = layout;
        if (cut == null) {
            cut = new ChunkLayout(next, bench.rank(), bench.size(), path.chunkBytes());
            layout = cut;
        } else {
            cut.lay(next, bench.rank(), bench.size(), path.chunkBytes());
        }
        lanes = (int) Math.min(LANES, cut.chunks());
        send.aim(cut, next.sendAddress(), cut.sendBlocks(), isSwappedInPlace(next));
        recv.aim(cut, next.recvAddress(), cut.recvBlocks(), false);
        long each = send.roomBytes() + recv.roomBytes();
        memory = path.scratch().take(lanes * each);
        send.use(memory, each);
        recv.use(memory + send.roomBytes(), each);
    }

    @Override
    public int step(long now) {
        return switch (state()) {
            case ENTERING, RUNNING -> run(now);
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int run(long now) {
        at(now);
        try {
            return enter() ? advance(started(layout)) : 0;
        } catch (RuntimeException e) {
            onError(e);
            return 1;
        }
    }

    private boolean enter() {
        if (state() == State.ENTERING && entrance != null && entrance.isOpen()) {
            become(State.RUNNING, "the device has done what it was given before");
        }
        return state() != State.ENTERING;
    }

    private int advance(ChunkLayout cut) {
        int work = 0;
        while (loaded < cut.chunks() && loaded - stored < lanes) {
            send.load(loaded, laneOf(loaded));
            loaded++;
            work++;
        }
        work += exchange(cut);
        while (stored < exchanged && recv.isDone(laneOf(stored))) {
            stored++;
            work++;
        }
        if (stored == cut.chunks() && state() == State.RUNNING) {
            become(State.DONE, "all chunks are stored");
            release();
        }
        return work;
    }

    /** Takes the chunk that is next to the network, when it is loaded and the one before is over. */
    private int exchange(ChunkLayout cut) {
        int work = 0;
        if (!isExchanging && exchanged < loaded && send.isDone(laneOf(exchanged))) {
            inner.start(part(cut, exchanged), tag, nowNs());
            isExchanging = true;
            work++;
        }
        if (!isExchanging) {
            return work;
        }
        work += inner.step(nowNs());
        if (inner.isFinished()) {
            isExchanging = false;
            IcclException why = inner.failure();
            if (why != null) {
                fail(why);
                return work + 1;
            }
            recv.store(exchanged, laneOf(exchanged));
            exchanged++;
            work++;
        }
        return work;
    }

    private CollectiveCall part(ChunkLayout cut, long chunk) {
        CollectiveCall whole = started(call);
        return new CollectiveCall(
                whole.operation(),
                send.hostAddress(chunk, laneOf(chunk)),
                recv.hostAddress(chunk, laneOf(chunk)),
                cut.count(chunk),
                whole.type(),
                whole.op(),
                whole.root());
    }

    private int laneOf(long chunk) {
        return (int) (chunk % LANES);
    }

    private void onError(RuntimeException error) {
        if (!(error instanceof IcclException known)) {
            throw error;
        }
        fail(known);
    }

    @Override
    public void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        becomeFailed(why, "failed");
        if (!inner.isFinished() && isExchanging) {
            inner.fail(why);
        }
        // Copies may still be under way: the memory is not given to another operation before the communicator ends.
    }

    private void release() {
        long address = memory;
        memory = 0;
        path.scratch().give(address);
    }

    @Override
    public int awaitedPeer() {
        return isExchanging ? inner.awaitedPeer() : IcclException.NO_RANK;
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder("StagedMachine on rank ").append(bench.rank());
        text.append(' ').append(life());
        if (state() == State.RUNNING) {
            text.append(", of ")
                    .append(started(layout).chunks())
                    .append(" chunks ")
                    .append(loaded)
                    .append(" begun, ");
            text.append(exchanged).append(" exchanged, ").append(stored).append(" stored");
        }
        return isExchanging ? text.append("; ").append(inner.describe()).toString() : text.toString();
    }
}
