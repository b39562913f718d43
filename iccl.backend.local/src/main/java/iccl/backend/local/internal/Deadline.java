package iccl.backend.local.internal;

/** A point in time, and how long it was away when it was set. */
final class Deadline {
    private final long nanos;
    private final long start = System.nanoTime();

    /** @param nanos from now */
    Deadline(long nanos) {
        this.nanos = nanos;
    }

    boolean hasPassed() {
        return System.nanoTime() - start >= nanos;
    }

    /** For people: how long it was. */
    @Override
    public String toString() {
        return nanos / 1_000_000 % 1000 == 0 ? nanos / 1_000_000_000 + " s" : nanos / 1_000_000 + " ms";
    }
}
