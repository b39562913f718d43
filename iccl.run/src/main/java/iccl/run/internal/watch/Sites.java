package iccl.run.internal.watch;

import iccl.run.internal.launch.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All places of a job, in the order of the plan's nodes. */
final class Sites {
    private final Plan plan;
    private final List<Site> all;

    Sites(Plan plan, List<Site> all) {
        this.plan = plan;
        this.all = all;
    }

    /** All at once; returns when all are ready or one has a problem. */
    void start() throws IOException, InterruptedException {
        for (Site site : all) {
            site.start();
        }
        for (Site site : all) {
            site.awaitStart();
        }
    }

    /** The ranks are being started. */
    void go() {
        all.forEach(Site::go);
    }

    /** Passes on what is new. */
    void poll() {
        all.forEach(Site::poll);
    }

    /** The first problem of a place, or empty. */
    String problem() {
        return all.stream()
                .map(Site::problem)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Tells all ranks something about the job. */
    void tell(String event) throws IOException {
        for (Site site : all) {
            site.tell(event);
        }
    }

    /**
     * Asks all programs to end: here their process groups, since a program may have children; under MPI those that said
     * that they started, and MPI's launcher.
     */
    void askToEnd(RankEvents events, JobProcesses processes) throws IOException {
        for (int i = 0; i < all.size(); i++) {
            List<Long> programs = new ArrayList<>(processes.groups());
            if (processes.isMpi()) {
                programs.addAll(events.runningProcesses(plan.nodes().get(i).ranks()));
            }
            all.get(i).askToEnd(programs);
        }
        processes.askToEnd();
    }

    /** A failed rank's own words, or empty; to be asked before the files are removed. */
    String failureText(int rank) throws IOException {
        return all.get(plan.nodes().indexOf(plan.nodeOf(rank))).failureText(rank);
    }

    /** Ends what is left everywhere and removes the files; returns whether that was done by a time that is bounded. */
    boolean cleanUp(boolean isUrgent) throws IOException, InterruptedException {
        for (Site site : all) {
            site.cleanUp(isUrgent);
        }
        boolean areOver = true;
        for (Site site : all) {
            areOver &= site.awaitEnd();
        }
        return areOver;
    }
}
