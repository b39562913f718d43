package iccl.backend.local.internal;

/** What a rank's row in the control area says. In the order of a healthy run; the last three are bad ends. */
enum RankState {
    /** It has not come. */
    ABSENT(0),
    /** It has mapped the segment and sends and receives. */
    JOINED(1),
    /** It has closed its endpoint; what it sent before can still be received. */
    CLOSED(2),
    /** It came, but did not stay until the others had come. */
    LEFT(3),
    /** It has given up the whole group. */
    ABORTED(4),
    /** Its process is gone; another rank noticed. */
    DEAD(5);

    private static final RankState[] ALL = values();

    /** What shared memory holds; the place in this list. */
    private final int code;

    RankState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static RankState of(int code) {
        return ALL[code];
    }
}
