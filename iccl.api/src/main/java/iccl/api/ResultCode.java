package iccl.api;

/** Outcome of a call; names and meaning are NCCL's, plus the last two. */
public enum ResultCode {
    SUCCESS("success"),
    /** A call into a device runtime or an MPI library failed. */
    UNHANDLED_ERROR("unhandledError"),
    /** The operating system refused something: memory, a file, a process. */
    SYSTEM_ERROR("systemError"),
    /** ICCL contradicts itself; please report it. */
    INTERNAL_ERROR("internalError"),
    /** One argument is wrong by itself. */
    INVALID_ARGUMENT("invalidArgument"),
    /** The arguments are right, but the call may not be made here or now. */
    INVALID_USAGE("invalidUsage"),
    /** Another rank failed or went away. */
    REMOTE_ERROR("remoteError"),
    /** The operation has been started and is not done. */
    IN_PROGRESS("inProgress"),
    /** Nothing that is installed here can do this. */
    NOT_SUPPORTED("notSupported"),
    /** The operation took longer than {@code iccl.timeout}. */
    TIMEOUT("timeout");

    private final String title;

    ResultCode(String title) {
        this.title = title;
    }

    /** NCCL's spelling: {@code invalidArgument}. */
    public String title() {
        return title;
    }
}
