package iccl.backend.mpi;

/** How a message is cut into MPI messages, whose counts are ints: full chunks, then the rest. */
final class Chunks {
    /** Bytes of a full chunk; a power of two well below what MPI libraries have trouble with. */
    static final int BYTES = 1 << 30;

    private Chunks() {}

    /** How many chunks; an empty message is one. */
    static int count(long bytes) {
        return bytes <= BYTES ? 1 : Math.toIntExact((bytes + BYTES - 1) / BYTES);
    }

    static long offset(int chunk) {
        return (long) chunk * BYTES;
    }

    static int length(long bytes, int chunk) {
        return (int) Math.min(BYTES, bytes - offset(chunk));
    }
}
