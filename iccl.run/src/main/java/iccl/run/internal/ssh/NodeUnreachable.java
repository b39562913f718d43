package iccl.run.internal.ssh;

/** A node cannot be used: it is out of reach, or does not do what it is asked for. */
public final class NodeUnreachable extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final String remedy;

    public NodeUnreachable(SshTrouble trouble) {
        super(trouble.reason());
        this.reason = trouble.reason();
        this.remedy = trouble.remedy();
    }

    public SshTrouble trouble() {
        return new SshTrouble(reason, remedy);
    }
}
