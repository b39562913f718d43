package iccl.run.internal.deploy;

import iccl.run.internal.ssh.InParallel;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Ships to all nodes at once, and says how far it is. */
public final class Deployment {
    private static final long KIB = 1024;

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
                    terminal.print("\rshipping " + size(now) + " of " + size(total) + " ");
                    terminal.flush();
                }
            }
        };
        InParallel.all(needed, deployment -> deployment.target().node(), deployment -> {
            deployment.run(progress);
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
