package iccl.kernel.internal.config;

/**
 * The tunables as they were at one moment, read and checked.
 *
 * @param backend a name, or {@link #AUTO}
 * @param platform a name, or {@link #AUTO}
 * @param algorithm as written, or {@link #AUTO}
 * @param timeoutNs 0 = no limit
 * @param initTimeoutNs 0 = no limit
 */
public record Settings(
        String backend,
        String platform,
        String algorithm,
        boolean deterministic,
        boolean explain,
        boolean check,
        long timeoutNs,
        long initTimeoutNs,
        long scratchBytes,
        long segmentBytes) {

    /** The kernel chooses. */
    public static final String AUTO = "auto";
}
