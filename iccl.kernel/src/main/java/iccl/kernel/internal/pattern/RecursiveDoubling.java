package iccl.kernel.internal.pattern;

/**
 * Pairs exchange at doubling distance, so that after log2(size) rounds everybody has everything. When the size is no power
 * of two, the first ranks go in pairs: the even one (extra) gives its part to the odd one (proxy) before the rounds and
 * gets the result from it after them. All others are base. Groups of ranks that have met are always neighbours, the lower
 * ranks' part is the left operand.
 */
public final class RecursiveDoubling {
    /** What a rank does beside, or instead of, the rounds. */
    public enum Role {
        /** Takes part in the rounds, for itself. */
        BASE,
        /** Takes part in the rounds, for itself and the rank below. */
        PROXY,
        /** Takes no part in the rounds; the rank above does for it. */
        EXTRA
    }

    private RecursiveDoubling() {}

    /** Rounds of the exchange: the logarithm of the size, rounded down. */
    public static int rounds(int size) {
        return 31 - Integer.numberOfLeadingZeros(size);
    }

    /** How many ranks are extra, and as many are proxies. */
    public static int extras(int size) {
        return size - Integer.highestOneBit(size);
    }

    public static Role role(int rank, int size) {
        if (rank >= 2 * extras(size)) {
            return Role.BASE;
        }
        return rank % 2 == 0 ? Role.EXTRA : Role.PROXY;
    }

    /** The partner of a base or proxy rank in a round. */
    public static int partner(int rank, int round, int size) {
        int extras = extras(size);
        int place = rank < 2 * extras ? rank / 2 : rank - extras;
        int other = place ^ (1 << round);
        return other < extras ? 2 * other + 1 : other + extras;
    }
}
