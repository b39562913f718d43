package iccl.kernel.port;

/**
 * What a probe found.
 *
 * @param kind backend or platform
 * @param name the backend's or platform's name
 * @param status whether it can be used
 * @param version of what it stands on, such as {@code Open MPI 4.1.4}; empty when not found
 * @param reason what was found, or what is missing and where it was looked for
 * @param remedy what a person can do about it; empty when nothing needs doing
 */
public record Verdict(Kind kind, String name, Status status, String version, String reason, String remedy) {
    /** What was probed. */
    public enum Kind {
        BACKEND,
        PLATFORM
    }

    /** Whether it can be used. */
    public enum Status {
        /** Registered in this process. */
        AVAILABLE,
        /** Installed on this machine, but not for this process; the reason says how to get it. */
        STANDBY,
        /** Not usable on this machine. */
        UNAVAILABLE
    }
}
