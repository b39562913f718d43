package iccl.kernel.internal.hierarchy;

import iccl.api.Operation;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/**
 * What one rank has to do for the operation under way, in its node and on its rail.
 *
 * <p>The node works in <em>ticks</em>. A chunk has as many of them as its parts have slices. In one tick the ranks of a node
 * bring together a slice of a chunk for the rails, and spread a slice of what the rails made of an earlier chunk.
 */
final class Job {
    /** What the ranks of the node do before a chunk is on the rails. */
    enum Up {
        NOTHING,
        /** All give each rail's part to its rank, which reduces them. */
        REDUCE,
        /** The root gives them. */
        FROM_ROOT
    }

    /** What they do afterwards. */
    enum Down {
        NOTHING,
        /** Each rail's part goes to all. */
        TO_ALL,
        /** To the root. */
        TO_ROOT
    }

    /** How many chunks are between what goes to the rails and what comes from them. */
    private static final int LAG = 2;

    static final int NONE = -1;

    private static final int SEGMENTS_PER_PART = 2;

    private final Workbench bench;
    private final NodeMap map;
    private final CollectiveCall call = new CollectiveCall();
    private final Cut cut;
    private final Partial partial;
    private final Lanes lanes;
    private Up up = Up.NOTHING;
    private Down down = Down.NOTHING;
    private boolean hasRoot;
    private int rootPlace;
    private long lag;
    private long sliceElements = 1;
    private long slices = 1;

    Job(Workbench bench, NodeMap map) {
        this.bench = bench;
        this.map = map;
        this.cut = new Cut(map, bench.host());
        this.partial = new Partial(bench.host(), map.size(), map.neighbours().length);
        this.lanes = new Lanes(bench.scratch());
    }

    /** Takes up an operation; {@link #slice} and {@link #release} follow. */
    void take(CollectiveCall next) {
        call.assign(
                next.operation(),
                next.sendAddress(),
                next.recvAddress(),
                next.operation() == Operation.BARRIER ? 0 : next.count(),
                next.type(),
                next.op(),
                next.root());
        boolean isRooted = next.operation().isRooted();
        hasRoot = isRooted && map.nodeOf(next.root()) == map.node();
        rootPlace = isRooted ? map.placeOf(next.root()) : NONE;
        up = upOf(next.operation());
        down = downOf(next.operation());
        partial.take(call);
        long partBytes = SEGMENTS_PER_PART
                * bench.segmentBytes()
                / partial.bytes()
                * next.type().bytes();
        cut.lay(call, railsFor(call), partBytes);
        lag = Math.min(LAG, cut.chunks());
        slice(cut.longestPart());
    }

    /** What is small costs less on one rail than it would gain by several. */
    private int railsFor(CollectiveCall next) {
        boolean isSmall = next.bytes() <= bench.segmentBytes() / 4;
        return isSmall && !Cut.isBlocked(next.operation()) ? 1 : map.rails();
    }

    private Up upOf(Operation operation) {
        return switch (operation) {
            case ALL_REDUCE, REDUCE, REDUCE_SCATTER, BARRIER -> Up.REDUCE;
            case BROADCAST, SCATTER -> hasRoot ? Up.FROM_ROOT : Up.NOTHING;
            default -> Up.NOTHING;
        };
    }

    private Down downOf(Operation operation) {
        return switch (operation) {
            case ALL_REDUCE, BROADCAST, ALL_GATHER, BARRIER -> Down.TO_ALL;
            case REDUCE, GATHER -> hasRoot ? Down.TO_ROOT : Down.NOTHING;
            default -> Down.NOTHING;
        };
    }

    /** Takes the memory that it needs. */
    void takeMemory() {
        lanes.take(this);
    }

    /** Cuts parts into slices of at most so many elements. */
    void slice(long elements) {
        sliceElements = Math.max(1, Math.min(elements, cut.longestPart()));
        slices = Math.max(1, Blocks.pieces(cut.longestPart(), sliceElements));
    }

    CollectiveCall call() {
        return call;
    }

    NodeMap map() {
        return map;
    }

    HostPlatform host() {
        return bench.host();
    }

    Cut cut() {
        return cut;
    }

    Partial partial() {
        return partial;
    }

    Up up() {
        return up;
    }

    Down down() {
        return down;
    }

    /** Whether the root is on this node. */
    boolean hasRoot() {
        return hasRoot;
    }

    /** The root's place on its node. */
    int rootPlace() {
        return rootPlace;
    }

    boolean isRoot() {
        return hasRoot && map.place() == rootPlace;
    }

    /** Whether this rank's rail has a part. */
    boolean isOnRail() {
        return map.place() < cut.rails();
    }

    /** The first tick. */
    long firstTick() {
        return up == Up.NOTHING ? lag * slices : 0;
    }

    /** The tick after the last. */
    long endTick() {
        if (down != Down.NOTHING) {
            return (cut.chunks() + lag) * slices;
        }
        return up == Up.NOTHING ? firstTick() : cut.chunks() * slices;
    }

    /** The chunk of which a slice goes to the rails in a tick, or {@link #NONE}. */
    long upChunk(long tick) {
        return up == Up.NOTHING || tick / slices >= cut.chunks() ? NONE : tick / slices;
    }

    /** The chunk of which a slice comes from them. */
    long downChunk(long tick) {
        return down == Down.NOTHING || tick / slices < lag ? NONE : tick / slices - lag;
    }

    /** Whether in some ticks slices go both ways. */
    boolean goesBothWays() {
        return up != Up.NOTHING && down != Down.NOTHING && cut.chunks() > lag;
    }

    /** How many chunks have gone up completely before a tick. */
    long chunksUp(long tick) {
        return up == Up.NOTHING ? cut.chunks() : Math.min(cut.chunks(), tick / slices);
    }

    /** How many chunks have come down completely before a tick. */
    long chunksDown(long tick) {
        return down == Down.NOTHING ? cut.chunks() : Math.max(0, tick / slices - lag);
    }

    /** Elements of a slice when it is full. */
    long sliceElements() {
        return sliceElements;
    }

    /** The first element of a tick's slice in its part. */
    long begin(long tick) {
        return tick % slices * sliceElements;
    }

    /** Elements of a tick's slice of a rail's part. */
    long length(long tick, long chunk, int rail) {
        return Blocks.pieceLength(cut.partLength(chunk, rail), sliceElements, tick % slices);
    }

    /** Where this rank puts together its part of a chunk, for its rail. */
    long operand(long chunk) {
        return switch (call.operation()) {
            case ALL_REDUCE -> partial.isElement() ? own(chunk) : lanes.part(chunk);
            case BROADCAST -> own(chunk);
            case ALL_GATHER, GATHER -> call.sendAddress() + cut.offset(chunk);
            case BARRIER -> 0;
            default -> lanes.part(chunk);
        };
    }

    /** Where its rail leaves what it made of it. */
    private long outcome(long chunk) {
        return switch (call.operation()) {
            case ALL_REDUCE, BROADCAST -> operand(chunk);
            case REDUCE -> isRoot() && partial.isElement() ? own(chunk) : hasRoot ? lanes.part(chunk) : 0;
            case REDUCE_SCATTER -> partial.isElement() ? result(chunk) : lanes.tail(chunk);
            case ALL_GATHER -> lanes.part(chunk);
            case GATHER -> hasRoot ? lanes.part(chunk) : 0;
            default -> result(chunk);
        };
    }

    /** Where the results are that this rank spreads, or keeps. */
    long result(long chunk) {
        return switch (call.operation()) {
            case ALL_REDUCE, BROADCAST -> own(chunk);
            case REDUCE -> isRoot() ? own(chunk) : partial.isElement() ? lanes.part(chunk) : lanes.tail(chunk);
            case REDUCE_SCATTER, SCATTER -> call.recvAddress() + cut.offset(chunk);
            case BARRIER -> 0;
            default -> lanes.part(chunk);
        };
    }

    /** The receive buffer's piece that is this rank's part of a chunk. */
    private long own(long chunk) {
        return call.recvAddress() + cut.offset(chunk, map.place(), 0);
    }

    /** What this rank's rail does with a chunk. */
    void askRail(CollectiveCall rail, long chunk) {
        boolean isWhole = Cut.isBlocked(call.operation());
        boolean gives = hasRoot
                || call.operation() == Operation.REDUCE
                || !call.operation().isRooted();
        boolean isGather = call.operation() == Operation.GATHER;
        rail.assign(
                call.operation(),
                gives || isGather ? operand(chunk) : 0,
                outcome(chunk),
                isWhole ? cut.count(chunk) : cut.partLength(chunk, map.place()),
                partial.type(),
                partial.op(),
                call.operation().isRooted() ? map.nodeOf(call.root()) : 0);
    }

    /** Makes results of what the rail made. */
    void finish(long chunk) {
        boolean isKept = call.operation() != Operation.REDUCE || hasRoot;
        if (call.operation().isReducing() && isKept) {
            boolean isWhole = Cut.isBlocked(call.operation());
            long elements = isWhole ? cut.count(chunk) : cut.partLength(chunk, map.place());
            partial.finish(result(chunk), outcome(chunk), elements);
        }
    }

    /** Gives the memory back; idempotent. */
    void release() {
        lanes.release();
    }
}
