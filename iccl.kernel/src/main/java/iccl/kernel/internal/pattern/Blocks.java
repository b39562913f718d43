package iccl.kernel.internal.pattern;

/** Elements cut into one block per part, as even as can be: the first {@code count % parts} are one element longer. */
public final class Blocks {
    private Blocks() {}

    /** Where a block begins. */
    public static long offset(long count, int parts, int part) {
        return part * (count / parts) + Math.min(part, count % parts);
    }

    /** How long a block is; 0 when there are fewer elements than parts. */
    public static long length(long count, int parts, int part) {
        return count / parts + (part < count % parts ? 1 : 0);
    }

    /** The longest block's length, which is the first one's. */
    public static long longest(long count, int parts) {
        return length(count, parts, 0);
    }

    /** How many pieces of at most {@code piece} elements cover {@code length}. */
    public static long pieces(long length, long piece) {
        return length / piece + (length % piece == 0 ? 0 : 1);
    }

    /** How long a piece is; 0 beyond the end. */
    public static long pieceLength(long length, long piece, long index) {
        return Math.max(0, Math.min(piece, length - index * piece));
    }
}
