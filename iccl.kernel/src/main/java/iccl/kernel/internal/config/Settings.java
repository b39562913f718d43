package iccl.kernel.internal.config;

/**
 * The tunables as they were at one moment, read and checked.
 *
 * @param backend a name, or {@link #AUTO}
 * @param platform a name, names with commas between, or {@link #AUTO}
 * @param algorithm as written, or {@link #AUTO}
 * @param tuning a file, or {@link #AUTO}
 * @param timeoutNs 0 = no limit
 * @param initTimeoutNs 0 = no limit
 * @param sharedBytes 0 = the ranks of a machine share no memory
 * @param chunkBytes how much is copied at a time between a device and the host
 * @param direct whether device memory may go straight to a transport that takes it
 */
public record Settings(
        String backend,
        String platform,
        String algorithm,
        String tuning,
        boolean deterministic,
        boolean explain,
        boolean check,
        long timeoutNs,
        long initTimeoutNs,
        long scratchBytes,
        long segmentBytes,
        long sharedBytes,
        long chunkBytes,
        boolean direct) {

    /** The kernel chooses. */
    public static final String AUTO = "auto";
}
