package iccl.kernel.internal.collective;

/** Temporary host memory of a communicator; taken in {@code start}, given back in {@code release}. */
public interface Scratch {
    /**
     * At least {@code bytes} bytes, aligned to 64.
     *
     * @return the address; 0 only for 0 bytes
     */
    long take(long bytes);

    /** Gives back what {@link #take} gave; 0 is ignored. */
    void give(long address);
}
