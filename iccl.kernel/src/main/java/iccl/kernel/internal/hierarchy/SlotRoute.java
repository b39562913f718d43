package iccl.kernel.internal.hierarchy;

import iccl.kernel.internal.node.NodeSide;
import iccl.kernel.internal.node.Room;

/**
 * Through the slots, for any memory. A tick is an exchange: a rank writes the slices for the rails' ranks, one after the other,
 * and, if it is one of them, the slice of its results.
 */
final class SlotRoute implements Route {
    private static final long ALIGNMENT = 16;

    private final Job job;
    private final NodeSide side;
    private final int place;
    private final long[] sources;
    private Room room = Room.LINE;
    private long strideBytes;
    private long resultBytes;

    SlotRoute(Job job, NodeSide side) {
        this.job = job;
        this.side = side;
        this.place = job.map().place();
        this.sources = new long[side.size()];
    }

    @Override
    public void prepare() {
        int elementBytes = job.call().type().bytes();
        int ups = job.up() == Job.Up.NOTHING ? 0 : job.cut().rails();
        int parts = job.goesBothWays() ? ups + 1 : Math.max(1, ups);
        job.slice(Math.max(1, side.slotBytes() / parts / ALIGNMENT * ALIGNMENT / elementBytes));
        long sliceBytes = job.sliceElements() * elementBytes;
        strideBytes = (sliceBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        resultBytes = job.goesBothWays() ? ups * strideBytes : 0;
        room = side.roomFor(parts * strideBytes);
    }

    @Override
    public boolean isFree() {
        return side.isNextFree(room);
    }

    @Override
    public void give(long tick) {
        long slot = side.ownRoom(room);
        long chunk = job.upChunk(tick);
        boolean supplies = job.up() == Job.Up.REDUCE || job.isRoot();
        for (int rail = 0; chunk != Job.NONE && supplies && rail < job.cut().rails(); rail++) {
            long elements = job.length(tick, chunk, rail);
            if (rail != place && elements > 0) {
                long to = slot + rail * strideBytes;
                job.cut().collect(to, job.call().sendAddress(), chunk, rail, job.begin(tick), elements);
            }
        }
        giveResult(tick, slot + resultBytes);
        side.begin();
    }

    private void giveResult(long tick, long to) {
        long chunk = job.downChunk(tick);
        boolean isWanted = job.down() == Job.Down.TO_ALL || job.down() == Job.Down.TO_ROOT && !job.isRoot();
        long elements = chunk == Job.NONE || !job.isOnRail() ? 0 : job.length(tick, chunk, place);
        if (isWanted && elements > 0) {
            int elementBytes = job.call().type().bytes();
            job.host().copy(to, job.result(chunk) + job.begin(tick) * elementBytes, elements * elementBytes);
        }
    }

    @Override
    public boolean isReady(long tick) {
        if (job.upChunk(tick) != Job.NONE && job.isOnRail() && !isReadyUp()) {
            return false;
        }
        boolean takes = job.down() == Job.Down.TO_ALL || job.isRoot();
        return job.downChunk(tick) == Job.NONE || !takes || haveRailsBegun();
    }

    private boolean isReadyUp() {
        return job.up() == Job.Up.REDUCE ? side.haveAllBegun() : side.hasBegun(job.rootPlace());
    }

    private boolean haveRailsBegun() {
        for (int rail = 0; rail < job.cut().rails(); rail++) {
            if (!side.hasBegun(rail)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void take(long tick) {
        long chunk = job.upChunk(tick);
        if (chunk != Job.NONE && job.isOnRail() && job.length(tick, chunk, place) > 0) {
            if (job.up() == Job.Up.REDUCE) {
                reduce(tick, chunk);
            } else {
                takeFromRoot(tick, chunk);
            }
        }
        chunk = job.downChunk(tick);
        if (chunk != Job.NONE && (job.down() == Job.Down.TO_ALL || job.isRoot())) {
            takeResults(tick, chunk);
        }
    }

    private void reduce(long tick, long chunk) {
        long begin = job.begin(tick);
        long elements = job.length(tick, chunk, place);
        int elementBytes = job.call().type().bytes();
        for (long done = 0, run; done < elements; done += run) {
            run = job.cut().run(chunk, begin + done, elements - done);
            for (int peer = 0; peer < sources.length; peer++) {
                sources[peer] = peer == place
                        ? job.call().sendAddress() + job.cut().offset(chunk, place, begin + done)
                        : side.room(peer, room) + place * strideBytes + done * elementBytes;
            }
            long to = job.operand(chunk) + (begin + done) * job.partial().bytes();
            job.partial().fold(to, sources, sources.length, run);
        }
    }

    private void takeFromRoot(long tick, long chunk) {
        long begin = job.begin(tick);
        long elements = job.length(tick, chunk, place);
        int elementBytes = job.call().type().bytes();
        long to = job.operand(chunk) + begin * elementBytes;
        if (job.isRoot()) {
            job.cut().collect(to, job.call().sendAddress(), chunk, place, begin, elements);
        } else {
            long from = side.room(job.rootPlace(), room) + place * strideBytes;
            job.host().copy(to, from, elements * elementBytes);
        }
    }

    private void takeResults(long tick, long chunk) {
        for (int rail = 0; rail < job.cut().rails(); rail++) {
            long elements = job.length(tick, chunk, rail);
            if (elements > 0) {
                long from = rail == place
                        ? job.result(chunk)
                                + job.begin(tick) * job.call().type().bytes()
                        : side.room(rail, room) + resultBytes;
                job.cut().spread(job.call().recvAddress(), from, chunk, rail, job.begin(tick), elements);
            }
        }
    }
}
