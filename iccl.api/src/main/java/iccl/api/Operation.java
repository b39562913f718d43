package iccl.api;

/** What a communicator can do. */
public enum Operation {
    ALL_REDUCE("AllReduce"),
    REDUCE("Reduce"),
    BROADCAST("Broadcast"),
    ALL_GATHER("AllGather"),
    GATHER("Gather"),
    SCATTER("Scatter"),
    REDUCE_SCATTER("ReduceScatter"),
    ALL_TO_ALL("AllToAll"),
    SEND("Send"),
    RECV("Recv"),
    BARRIER("Barrier");

    private final String title;

    Operation(String title) {
        this.title = title;
    }

    /** NCCL's spelling: {@code AllReduce}. */
    public String title() {
        return title;
    }

    /** Whether elements are combined, so that a {@link ReductionOp} is needed. */
    public boolean isReducing() {
        return this == ALL_REDUCE || this == REDUCE || this == REDUCE_SCATTER;
    }

    /** Whether one rank holds the data of all, so that a root is needed. */
    public boolean isRooted() {
        return this == REDUCE || this == BROADCAST || this == GATHER || this == SCATTER;
    }

    public boolean isPointToPoint() {
        return this == SEND || this == RECV;
    }
}
