package iccl.kernel.internal.node;

/** What an exchange's data is put into; the smallest that holds it is the fastest. Each is there several times. */
public enum Room {
    LINE(32),
    SMALL_SLOT(8),
    LARGE_SLOT(2);

    private final int depth;

    Room(int depth) {
        this.depth = depth;
    }

    /** How many exchanges a rank may be ahead of another when it writes there. */
    int depth() {
        return depth;
    }
}
