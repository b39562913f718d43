package iccl.kernel.internal.communicator;

import iccl.api.Operation;
import iccl.kernel.internal.node.MessageTag;
import iccl.kernel.port.CollectiveCall;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers operations in issue order; see "Tags" in docs/architecture.md. A number comes round again after thousands of
 * operations; one that is still in use then is not given out.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Tags {
    /** There is no tag now. */
    static final int NONE = -1;

    /** The tags from here to {@link #POINT_TO_POINT} are the kernel's own. */
    public static final int CONTROL = 16320;

    /** Set in the tags of sends and receives. */
    public static final int POINT_TO_POINT = 1 << 14;

    private final Sequence collectives = new Sequence(0, CONTROL);
    private final Map<Integer, Sequence> sends = new HashMap<>();
    private final Map<Integer, Sequence> recvs = new HashMap<>();
    /** Messages so far, by peer. */
    private long[] sent = {};

    private long[] received = {};

    /** Whether a tag is the kernel's own. */
    static boolean isControl(int tag) {
        return tag >= CONTROL && tag < POINT_TO_POINT;
    }

    /** The next tag for such a call, or {@link #NONE} when it is still in use. */
    synchronized int take(CollectiveCall call) {
        return sequence(call).take();
    }

    /** Whether the next tag for such a call is free. */
    synchronized boolean hasNext(CollectiveCall call) {
        return sequence(call).hasNext();
    }

    /** The next {@link MessageTag} for a send or a receive. */
    synchronized int count(CollectiveCall call) {
        if (call.root() >= sent.length) {
            sent = Arrays.copyOf(sent, call.root() + 1);
            received = Arrays.copyOf(received, call.root() + 1);
        }
        long[] messages = call.operation() == Operation.SEND ? sent : received;
        return MessageTag.of(messages[call.root()]++);
    }

    /** The call is over. */
    synchronized void give(CollectiveCall call, int tag) {
        if (!MessageTag.isOne(tag)) {
            sequence(call).give(tag);
        }
    }

    private Sequence sequence(CollectiveCall call) {
        if (!call.operation().isPointToPoint()) {
            return collectives;
        }
        Map<Integer, Sequence> peers = call.operation() == Operation.SEND ? sends : recvs;
        return peers.computeIfAbsent(call.root(), peer -> new Sequence(POINT_TO_POINT, POINT_TO_POINT));
    }

    /** Counts round and round. */
    private static final class Sequence {
        private final int first;
        private final int length;
        private final BitSet inUse = new BitSet();
        private int next;

        Sequence(int first, int length) {
            this.first = first;
            this.length = length;
        }

        boolean hasNext() {
            return !inUse.get(next);
        }

        int take() {
            if (!hasNext()) {
                return NONE;
            }
            int taken = next;
            inUse.set(taken);
            next = (taken + 1) % length;
            return first + taken;
        }

        void give(int tag) {
            inUse.clear(tag - first);
        }
    }
}
