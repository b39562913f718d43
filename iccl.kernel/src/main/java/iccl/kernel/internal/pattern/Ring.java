package iccl.kernel.internal.pattern;

/**
 * Every rank sends to the next and receives from the previous one. In the reduce-scatter a block travels once around and
 * ends complete at its owner, the rank of its number; in the all-gather it travels once more to all others. Each takes
 * size - 1 rounds.
 */
public final class Ring {
    private Ring() {}

    public static int next(int rank, int size) {
        return rank + 1 == size ? 0 : rank + 1;
    }

    public static int previous(int rank, int size) {
        return rank == 0 ? size - 1 : rank - 1;
    }

    /** The block that a rank sends in a round of the reduce-scatter; the next rank receives it. */
    public static int reduceScatterSends(int rank, int round, int size) {
        return Math.floorMod(rank - 1 - round, size);
    }

    /** The block that a rank receives in a round of the reduce-scatter; in the last one it is the rank's own. */
    public static int reduceScatterReceives(int rank, int round, int size) {
        return Math.floorMod(rank - 2 - round, size);
    }

    /** The block that a rank sends in a round of the all-gather; in the first one it is the rank's own. */
    public static int allGatherSends(int rank, int round, int size) {
        return Math.floorMod(rank - round, size);
    }

    /** The block that a rank receives in a round of the all-gather. */
    public static int allGatherReceives(int rank, int round, int size) {
        return Math.floorMod(rank - 1 - round, size);
    }
}
