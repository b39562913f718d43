package iccl.kernel.internal.pattern;

/** Everybody meets everybody: in round k the ranks whose sum is k, modulo the size, are partners. There are size rounds. */
public final class Pairwise {
    private Pairwise() {}

    /** The partner in a round, whose partner this rank is; in one of the rounds it is the rank itself. */
    public static int partner(int rank, int round, int size) {
        return Math.floorMod(round - rank, size);
    }
}
