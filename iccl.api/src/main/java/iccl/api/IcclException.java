package iccl.api;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of this library. The message says what happened, where, and what to do; the accessors give the same
 * to programs.
 */
public final class IcclException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@link #rank()} when no rank is to blame or none is known. */
    public static final int NO_RANK = -1;

    private final ResultCode code;
    private final @Nullable Operation operation;
    private final int rank;

    public IcclException(ResultCode code, String message) {
        this(code, message, null);
    }

    public IcclException(ResultCode code, String message, @Nullable Throwable cause) {
        this(code, null, NO_RANK, message, cause);
    }

    /**
     * @param operation what was being done, if it was a collective
     * @param rank the rank that caused it, or {@link #NO_RANK}
     */
    public IcclException(
            ResultCode code, @Nullable Operation operation, int rank, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.operation = operation;
        this.rank = rank;
    }

    public ResultCode code() {
        return code;
    }

    /** What was being done, or null when it was not a collective. */
    public @Nullable Operation operation() {
        return operation;
    }

    /** The rank that caused it, in the communicator's numbering, or {@link #NO_RANK}. */
    public int rank() {
        return rank;
    }

    /** The code, the operation, the rank and the message in one line. */
    public String describe() {
        StringBuilder line = new StringBuilder(code.title());
        if (operation != null) {
            line.append(" in ").append(operation.title());
        }
        if (rank != NO_RANK) {
            line.append(", caused by rank ").append(rank);
        }
        return line.append(": ").append(getMessage()).toString();
    }
}
