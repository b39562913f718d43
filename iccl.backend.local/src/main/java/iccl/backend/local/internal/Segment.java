package iccl.backend.local.internal;

/**
 * The shared memory of a group, as one rank holds it.
 *
 * <p>Threads: {@link #release} only when nobody else is inside.
 */
interface Segment {
    /** What announced places count from. */
    long base();

    Control control();

    /**
     * Takes zeroed memory for a ring.
     *
     * @return its address
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} when there is none
     */
    long reserveRing(int from, int to, long bytes);

    /** All ranks have come, or one has given up: nobody needs to find the segment any more. */
    void hide();

    /** Gives back this rank's hold on the memory. Once. */
    void release();

    /** Where the memory is, for people. */
    @Override
    String toString();
}
