package iccl.kernel.internal.hierarchy;

/** How the ranks of a node move slices between their buffers. */
interface Route {
    /** Cuts the job's slices. */
    void prepare();

    /** Whether this rank may {@link #give} for the next tick. */
    boolean isFree();

    /** Gives the others what they need of this rank in a tick. */
    void give(long tick);

    /** Whether all have given what this rank takes. */
    boolean isReady(long tick);

    /** Takes what this rank needs of the others in a tick. */
    void take(long tick);
}
