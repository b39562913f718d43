package iccl.kernel.internal.collective;

/** How bytes get from one place of a rank to another. */
@FunctionalInterface
public interface Mover {
    /** Copies between places that do not overlap; done when it returns. */
    void copy(long to, long from, long bytes);
}
