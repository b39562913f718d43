package iccl.kernel.internal.hierarchy;

import iccl.kernel.internal.node.NodeSide;

/**
 * Straight between the buffers, which all ranks of the node have mapped: a rail's rank reads what it needs and writes its
 * results to where they belong. No part of a buffer is another rail's, so nobody waits for anybody between the begin and the
 * end.
 */
final class WindowRoute implements Route {
    /** What is moved between two looks at the rail. */
    private static final long SLICE_BYTES = 256 * 1024;

    private final Job job;
    private final NodeSide side;
    private final int place;
    private final long[] sends;
    private final long[] recvs;
    private final long[] sources;

    WindowRoute(Job job, NodeSide side) {
        this.job = job;
        this.side = side;
        this.place = job.map().place();
        this.sends = new long[side.size()];
        this.recvs = new long[side.size()];
        this.sources = new long[side.size()];
    }

    /** Whether all buffers that others touch can be; the same on all ranks of the node, which have shown theirs. */
    boolean isPossible() {
        for (int peer = 0; peer < sends.length; peer++) {
            if (isSendTouched(peer) && !side.isSendReachable(peer)
                    || isRecvTouched(peer) && !side.isRecvReachable(peer)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSendTouched(int peer) {
        return switch (job.up()) {
            case REDUCE -> true;
            case FROM_ROOT -> peer == job.rootPlace();
            case NOTHING -> false;
        };
    }

    private boolean isRecvTouched(int peer) {
        return switch (job.down()) {
            case TO_ALL -> true;
            case TO_ROOT -> peer == job.rootPlace();
            case NOTHING -> false;
        };
    }

    @Override
    public void prepare() {
        for (int peer = 0; peer < sends.length; peer++) {
            boolean isOwn = peer == place;
            sends[peer] = isOwn ? job.call().sendAddress() : isSendTouched(peer) ? side.send(peer) : 0;
            recvs[peer] = isOwn ? job.call().recvAddress() : isRecvTouched(peer) ? side.recv(peer) : 0;
        }
        job.slice(SLICE_BYTES / job.call().type().bytes());
    }

    @Override
    public boolean isFree() {
        return true;
    }

    @Override
    public void give(long tick) {
        long chunk = job.downChunk(tick);
        long elements = chunk == Job.NONE || !job.isOnRail() ? 0 : job.length(tick, chunk, place);
        if (elements == 0) {
            return;
        }
        long from = job.result(chunk) + job.begin(tick) * job.call().type().bytes();
        for (int distance = 0; distance < recvs.length; distance++) {
            int peer = (place + distance) % recvs.length;
            if (isRecvTouched(peer)) {
                job.cut().spread(recvs[peer], from, chunk, place, job.begin(tick), elements);
            }
        }
    }

    @Override
    public boolean isReady(long tick) {
        return true;
    }

    @Override
    public void take(long tick) {
        long chunk = job.upChunk(tick);
        long elements = chunk == Job.NONE || !job.isOnRail() ? 0 : job.length(tick, chunk, place);
        if (elements == 0) {
            return;
        }
        long begin = job.begin(tick);
        if (job.up() == Job.Up.FROM_ROOT) {
            long to = job.operand(chunk) + begin * job.call().type().bytes();
            job.cut().collect(to, sends[job.rootPlace()], chunk, place, begin, elements);
        } else {
            reduce(chunk, begin, elements);
        }
    }

    private void reduce(long chunk, long begin, long elements) {
        for (long done = 0, run; done < elements; done += run) {
            run = job.cut().run(chunk, begin + done, elements - done);
            for (int peer = 0; peer < sources.length; peer++) {
                sources[peer] = sends[peer] + job.cut().offset(chunk, place, begin + done);
            }
            long to = job.operand(chunk) + (begin + done) * job.partial().bytes();
            job.partial().fold(to, sources, sources.length, run);
        }
    }
}
