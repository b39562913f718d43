package iccl.run.internal.watch;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Plan;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The processes that the launcher itself starts: each rank's script, or MPI's launcher. */
final class JobProcesses {
    private static final long KILL_SECONDS = 5;

    private final Plan plan;
    private final int ranks;
    private final List<Process> processes = new ArrayList<>();

    JobProcesses(Plan plan, int ranks) {
        this.plan = plan;
        this.ranks = ranks;
    }

    /** @param onEnd called, on any thread, when a process has ended */
    void start(Runnable onEnd) throws IOException {
        int count = isMpi() ? 1 : ranks;
        for (int i = 0; i < count; i++) {
            Process process = builder(i).start();
            processes.add(process);
            process.onExit().thenRun(onEnd);
        }
    }

    private ProcessBuilder builder(int rank) {
        ProcessBuilder builder = new ProcessBuilder(plan.command());
        plan.removed().forEach(builder.environment()::remove);
        builder.environment().putAll(plan.environment());
        if (!isMpi()) {
            builder.environment().put("ICCL_RANK", Integer.toString(rank));
            builder.environment().put("ICCL_SIZE", Integer.toString(ranks));
        }
        // MPI's launcher gives standard input to rank 0; so do we.
        builder.redirectInput(
                rank == 0 ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.from(new File("/dev/null")));
        // A rank's script redirects its own; MPI's launcher speaks on both.
        builder.redirectOutput(isMpi() ? ProcessBuilder.Redirect.PIPE : ProcessBuilder.Redirect.INHERIT);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.redirectErrorStream(isMpi());
        return builder;
    }

    boolean isMpi() {
        return plan.flavour() != Flavour.NONE;
    }

    /** The only process, when it is MPI's launcher. */
    Process mpiLauncher() {
        return processes.get(0);
    }

    boolean areAllOver() {
        return processes.stream().noneMatch(Process::isAlive);
    }

    /** Tells the events of ranks whose script was killed. */
    void reportSilentEnds(RankEvents events) {
        if (isMpi()) {
            return;
        }
        for (int rank = 0; rank < processes.size(); rank++) {
            Process process = processes.get(rank);
            if (!process.isAlive()) {
                events.endedSilently(rank, process.exitValue());
            }
        }
    }

    /** The ranks' process groups, since a program may have children; none when MPI's launcher started them. */
    List<Long> groups() {
        return isMpi()
                ? List.of()
                : processes.stream()
                        .filter(Process::isAlive)
                        .map(process -> -process.pid())
                        .toList();
    }

    /** Asks MPI's launcher to end: it would wait a second before it passes the wish on, so ranks hear it from us, too. */
    void askToEnd() {
        if (isMpi()) {
            // By its handle: Process.destroy would close its output.
            mpiLauncher().toHandle().destroy();
        }
    }

    /** Kills MPI's launcher if it is still there, and what it started here. */
    void endLauncher() throws InterruptedException {
        if (!isMpi() || processes.isEmpty() || !mpiLauncher().isAlive()) {
            return;
        }
        mpiLauncher().descendants().forEach(ProcessHandle::destroyForcibly);
        mpiLauncher().toHandle().destroyForcibly();
        mpiLauncher().waitFor(KILL_SECONDS, TimeUnit.SECONDS);
    }

    /** The exit status of MPI's launcher; 0 without one. */
    int launcherStatus() {
        return !isMpi() || processes.isEmpty() ? 0 : mpiLauncher().exitValue();
    }
}
