package iccl.examples.internal.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * How much the other threads of this JVM compute: its compilers, above all. Where ranks are as many as cores, they take theirs
 * from them. The system counts in hundredths of a second.
 *
 * <p>Threads: one.
 */
final class OtherThreads {
    private static final int PERCENT = 100;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long sinceNanos;
    private long busyNanos;

    /** Begins to look. */
    void watch() {
        sinceNanos = System.nanoTime();
        busyNanos = busy();
    }

    /** How busy they have been since, in percent of one core. */
    long percent() {
        long nanos = Math.max(1, System.nanoTime() - sinceNanos);
        return PERCENT * (busy() - busyNanos) / nanos;
    }

    private long busy() {
        long all = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
        return all - threads.getCurrentThreadCpuTime();
    }
}
