package iccl.examples.internal.bench;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import java.nio.LongBuffer;
import java.util.stream.LongStream;

/** What the ranks tell each other between measurements. */
final class Ranks {
    private final Iccl iccl;
    private final Communicator world;

    Ranks(Iccl iccl, Communicator world) {
        this.iccl = iccl;
        this.world = world;
    }

    int size() {
        return world.size();
    }

    boolean isFirst() {
        return world.rank() == 0;
    }

    void meet() {
        world.barrier(null);
    }

    /** Every rank's numbers, in rank order; all give as many. */
    long[] gather(long[] mine) {
        long bytes = (long) mine.length * Long.BYTES;
        Buffer send = iccl.memAlloc(bytes);
        Buffer recv = iccl.memAlloc(bytes * world.size());
        try {
            send.asByteBuffer().asLongBuffer().put(mine);
            world.allGather(send, recv, mine.length, Datatype.INT64, null);
            LongBuffer words = recv.asByteBuffer().asLongBuffer();
            long[] all = new long[mine.length * world.size()];
            words.get(all);
            return all;
        } finally {
            iccl.memFree(send);
            iccl.memFree(recv);
        }
    }

    long largest(long mine) {
        return LongStream.of(gather(new long[] {mine})).max().orElse(mine);
    }

    long sum(long mine) {
        return LongStream.of(gather(new long[] {mine})).sum();
    }

    /** The first rank's number. */
    long first(long mine) {
        return gather(new long[] {mine})[0];
    }
}
