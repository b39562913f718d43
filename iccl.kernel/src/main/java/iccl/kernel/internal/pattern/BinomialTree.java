package iccl.kernel.internal.pattern;

/**
 * The tree in which a node has children at distance 1, 2, 4, … as far as they exist. Places are ranks relative to the root:
 * place 0 is the root, place p is rank (root + p) mod size. The subtree of a place is a run of places that begins with it.
 */
public final class BinomialTree {
    private BinomialTree() {}

    public static int place(int rank, int root, int size) {
        return Math.floorMod(rank - root, size);
    }

    public static int rank(int place, int root, int size) {
        return (int) (((long) place + root) % size);
    }

    /** The parent's place; not for place 0. */
    public static int parent(int place) {
        return place & (place - 1);
    }

    /** How many children a place has. */
    public static int children(int place, int size) {
        int limit = place == 0 ? 31 : Integer.numberOfTrailingZeros(place);
        // Children are place + 2^i below size, for i below limit.
        int room = size - 1 - place;
        int fit = room == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(room);
        return Math.min(limit, fit);
    }

    /** The place of a child; the smallest subtree is child 0's. */
    public static int child(int place, int index) {
        return place + (1 << index);
    }

    /** How many places a subtree has. */
    public static int subtree(int place, int size) {
        int full = place == 0 ? size : Integer.lowestOneBit(place);
        return Math.min(full, size - place);
    }
}
