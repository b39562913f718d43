package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.communicator.Tags;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a rank of the world hears who wants to join the communicators whose ids it made. It listens to every rank from
 * the first such communicator on, until the world ends: a receive that is cancelled could lose a message.
 *
 * <p>Threads: one at a time; the guard of the world's driver sees to it.
 */
final class Mailbox {
    /** The tag of all joins. */
    static final int TAG = Tags.CONTROL;

    /** Two words of the id, size, rank, the tag to answer with, nothing. */
    static final int BYTES = 2 * Long.BYTES + 4 * Integer.BYTES;

    private static final int DEAF = -1;

    private final List<Join> joins = new ArrayList<>();
    private int @Nullable [] handles;
    private long memory;

    /**
     * Somebody wants to join.
     *
     * @param peer its rank in the world
     */
    record Join(int peer, long high, long low, int size, int rank, int answerTag) {
        void write(ByteBuffer to) {
            to.putLong(high)
                    .putLong(low)
                    .putInt(size)
                    .putInt(rank)
                    .putInt(answerTag)
                    .putInt(0);
        }

        static Join read(int peer, ByteBuffer from) {
            return new Join(peer, from.getLong(), from.getLong(), from.getInt(), from.getInt(), from.getInt());
        }

        boolean isFor(Identity identity) {
            return high == identity.high() && low == identity.low();
        }
    }

    /** Takes in what has arrived; how much that was. */
    int poll(Workbench bench) {
        int[] listening = listen(bench);
        int arrived = 0;
        for (int peer = 0; peer < listening.length; peer++) {
            if (listening[peer] != DEAF) {
                arrived += poll(bench, listening, peer);
            }
        }
        return arrived;
    }

    private int[] listen(Workbench bench) {
        int[] known = handles;
        if (known == null) {
            known = new int[bench.size()];
            memory = bench.scratch().take((long) bench.size() * BYTES);
            for (int peer = 0; peer < known.length; peer++) {
                known[peer] = peer == bench.rank() ? DEAF : post(bench, peer);
            }
            handles = known;
        }
        return known;
    }

    private int post(Workbench bench, int peer) {
        try {
            return bench.endpoint().recv(peer, TAG, address(peer), BYTES);
        } catch (IcclException e) {
            return deafTo(e);
        }
    }

    private int poll(Workbench bench, int[] listening, int peer) {
        try {
            if (!bench.endpoint().test(listening[peer])) {
                return 0;
            }
        } catch (IcclException e) {
            listening[peer] = deafTo(e);
            return 1;
        }
        joins.add(Join.read(peer, bench.host().view(address(peer), BYTES)));
        listening[peer] = post(bench, peer);
        return 1;
    }

    /** A rank that has left the world joins nothing; if it was needed, it shows as one that did not come. */
    private static int deafTo(IcclException e) {
        if (e.code() != ResultCode.REMOTE_ERROR) {
            throw e;
        }
        return DEAF;
    }

    private long address(int peer) {
        return memory + (long) peer * BYTES;
    }

    /** Removes and returns the joins for one id. */
    List<Join> take(Identity identity) {
        List<Join> taken = new ArrayList<>();
        for (Iterator<Join> each = joins.iterator(); each.hasNext(); ) {
            Join join = each.next();
            if (join.isFor(identity)) {
                taken.add(join);
                each.remove();
            }
        }
        return taken;
    }
}
