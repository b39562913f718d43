package iccl.kernel.testkit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What the ranks of a {@link MemoryBackend}'s group share: messages under way, and who has given up. */
final class MemoryGroup {
    private record Lane(int from, int to, int tag) {}

    private record Part(String members, int tag) {}

    private static final class Founding {
        final MemoryGroup group;
        int arrived;

        Founding(int size) {
            group = new MemoryGroup(size);
        }
    }

    private final int size;
    private final Map<Lane, Queue<byte[]>> lanes = new HashMap<>();
    private final Map<Part, Founding> foundings = new HashMap<>();
    private int abortedBy = -1;

    MemoryGroup(int size) {
        this.size = size;
    }

    int size() {
        return size;
    }

    synchronized void put(int from, int to, int tag, byte[] message) {
        lanes.computeIfAbsent(new Lane(from, to, tag), lane -> new ArrayDeque<>())
                .add(message);
    }

    synchronized byte @Nullable [] take(int from, int to, int tag) {
        Queue<byte[]> queue = lanes.get(new Lane(from, to, tag));
        return queue == null ? null : queue.poll();
    }

    synchronized void abort(int rank) {
        if (abortedBy < 0) {
            abortedBy = rank;
        }
    }

    /** The rank that gave up first, or -1. */
    synchronized int abortedBy() {
        return abortedBy;
    }

    /** The group of a part; returns when all members have come, or null when that does not happen in time. */
    synchronized @Nullable MemoryGroup part(int[] members, int tag) throws InterruptedException {
        Part key = new Part(Arrays.toString(members), tag);
        Founding founding = foundings.computeIfAbsent(key, unused -> new Founding(members.length));
        founding.arrived++;
        if (founding.arrived == members.length) {
            foundings.remove(key);
            notifyAll();
        }
        long deadline = System.nanoTime() + ContractRank.PATIENCE_NANOS;
        while (founding.arrived < members.length) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            wait(left / 1_000_000 + 1);
        }
        return founding.group;
    }
}
