package iccl.backend.mpi;

/** An MPI call that failed, before it is known what for. */
public final class MpiFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@link #receivedBytes} when MPI does not say. */
    public static final long UNKNOWN = -1;

    /** What the caller can tell apart. */
    public enum Kind {
        /** The message was longer than the receive. */
        TRUNCATED,
        /** The other process has ended or cannot be reached. */
        PEER_GONE,
        OTHER
    }

    private final Kind kind;
    private final long receivedBytes;

    public MpiFailure(Kind kind, String text, long receivedBytes) {
        super(text);
        this.kind = kind;
        this.receivedBytes = receivedBytes;
    }

    /** A failure with the library's own text for it. */
    public static MpiFailure of(String text) {
        String lower = text.toLowerCase(java.util.Locale.ROOT);
        boolean gone = lower.contains("proc_failed")
                || lower.contains("process failed")
                || lower.contains("process has failed")
                || lower.contains("unreachable")
                || lower.contains("connection reset")
                || lower.contains("connection refused");
        return new MpiFailure(gone ? Kind.PEER_GONE : Kind.OTHER, text, UNKNOWN);
    }

    public Kind kind() {
        return kind;
    }

    /** The length of a message that was too long, or {@link #UNKNOWN}. */
    public long receivedBytes() {
        return receivedBytes;
    }
}
