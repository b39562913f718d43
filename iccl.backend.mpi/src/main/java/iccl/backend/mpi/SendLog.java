package iccl.backend.mpi;

/** The last messages that were sent, to tell a receiver who asks what it was that did not fit. */
final class SendLog {
    private static final int KEPT = 128;

    private final int[] peers = new int[KEPT];
    private final int[] tags = new int[KEPT];
    private final long[] bytes = new long[KEPT];
    private int next;

    void add(int peer, int tag, long length) {
        int slot = next++ % KEPT;
        if (next < 0) {
            next = 0;
        }
        peers[slot] = peer;
        tags[slot] = tag;
        bytes[slot] = length;
    }

    /** The length of the last message to that peer with that tag that is longer than the room, or -1. */
    long longerThan(long room, int peer, int tag) {
        for (int back = 1; back <= Math.min(next, KEPT); back++) {
            int slot = (next - back) % KEPT;
            if (peers[slot] == peer && tags[slot] == tag && bytes[slot] > room) {
                return bytes[slot];
            }
        }
        return -1;
    }
}
