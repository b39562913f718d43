package iccl.kernel.internal.pattern;

/**
 * Rounds with doubling distance: in round k every rank tells the one 2^k after it. After all rounds everybody has heard,
 * directly or not, of everybody. Works for every size.
 */
public final class Dissemination {
    private Dissemination() {}

    /** Rounds: the logarithm of the size, rounded up. */
    public static int rounds(int size) {
        return 32 - Integer.numberOfLeadingZeros(size - 1);
    }

    /** How far the message of a round goes. */
    public static int distance(int round) {
        return 1 << round;
    }

    /** Whom a rank tells in a round. */
    public static int to(int rank, int round, int size) {
        return (int) ((rank + (long) distance(round)) % size);
    }

    /** Whom a rank hears in a round. */
    public static int from(int rank, int round, int size) {
        return Math.floorMod(rank - distance(round), size);
    }

    /** How many ranks' blocks a message of a round carries when everybody shall get everybody's. */
    public static int blocks(int round, int size) {
        return Math.min(distance(round), size - distance(round));
    }
}
