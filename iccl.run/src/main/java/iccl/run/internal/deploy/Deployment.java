package iccl.run.internal.deploy;

import iccl.run.internal.ssh.InParallel;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Ships to all nodes at once, and says how far it is. */
public final class Deployment {
    private static final long KIB = 1024;
    /** More would not be faster: this machine's cores encrypt for them. */
    private static final int AT_ONCE = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

    private Deployment() {}

    /**
     * Returns what to tell the user when it is done.
     *
     * @param terminal where a line shows the progress; null for nowhere
     * @throws iccl.run.internal.launch.UserMistake with the troubles of the nodes
     */
    public static String run(List<NodeDeployment> all, @org.jspecify.annotations.Nullable PrintStream terminal)
            throws InterruptedException {
        List<NodeDeployment> needed =
                all.stream().filter(NodeDeployment::isNeeded).toList();
        long total = needed.stream().mapToLong(NodeDeployment::bytes).sum();
        AtomicLong shipped = new AtomicLong();
        LongConsumer progress = bytes -> {
            long now = shipped.addAndGet(bytes);
            if (terminal != null) {
                synchronized (terminal) {
                    terminal.print("\rshipping " + size(Math.min(now, total)) + " of " + size(total) + " ");
                    terminal.flush();
                }
            }
        };
        Map<String, Archive> archives = new HashMap<>();
        needed.forEach(deployment -> archives.computeIfAbsent(deployment.key(), key -> deployment.archive()));
        Semaphore places = new Semaphore(AT_ONCE);
        InParallel.all(needed, deployment -> deployment.target().node(), deployment -> {
            places.acquire();
            try {
                deployment.run(Objects.requireNonNull(archives.get(deployment.key())), progress);
            } finally {
                places.release();
            }
            return true;
        });
        if (terminal != null && total > 0) {
            terminal.print("\r\u001b[K");
        }
        if (total == 0) {
            return "nothing to ship: all nodes have everything (0 bytes)";
        }
        int files = needed.stream().mapToInt(NodeDeployment::files).sum();
        return "shipped " + total + " bytes in " + files + " files to " + needed.size() + " of " + all.size()
                + " nodes";
    }

    static String size(long bytes) {
        return bytes < 10 * KIB * KIB ? bytes / KIB + " KiB" : bytes / KIB / KIB + " MiB";
    }
}
