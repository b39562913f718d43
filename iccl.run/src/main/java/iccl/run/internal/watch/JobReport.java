package iccl.run.internal.watch;

import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.Target;
import iccl.run.internal.watch.RankEvents.Failure;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in one line how a job ended, and with which status. */
final class JobReport {
    /** What a shell says of a program that is for another system. */
    private static final int NOT_EXECUTABLE = 126;
    /** What a shell says of one whose interpreter is missing, and the loader of one whose libraries are. */
    private static final int NOT_FOUND = 127;

    private final Plan plan;
    private final RunRequest request;
    private final RankEvents events;
    private final RankOutput output;

    JobReport(Plan plan, RunRequest request, RankEvents events, RankOutput output) {
        this.plan = plan;
        this.request = request;
        this.events = events;
        this.output = output;
    }

    String timeout() {
        String ranks = events.running().stream().map(this::placeOf).collect(Collectors.joining(", "));
        return "the job did not end within " + Wording.seconds(request.timeoutSeconds())
                + " (--timeout) and was ended; "
                + (ranks.isEmpty() ? "no rank had started" : "still running: " + ranks);
    }

    private String placeOf(int rank) {
        return "rank " + rank + " on host " + plan.nodeOf(rank).host() + " (pid " + events.processOf(rank) + ")";
    }

    /**
     * Returns the exit status.
     *
     * @param ending why the launcher ended the job, if it did
     * @param failureText the failing rank's own words
     * @param launcherStatus that of MPI's launcher; 0 without one
     */
    int tell(@Nullable Ending ending, String failureText, int launcherStatus) {
        if (ending != null) {
            say(ending.report());
            return ending.status();
        }
        Failure failure = events.first();
        if (failure != null) {
            String words = failureText.isEmpty() ? output.lastErrorLine(failure.rank()) : failureText;
            say(placeOf(failure.rank()) + " failed first: " + Wording.status(failure.status())
                    + (words.isEmpty() ? "" : ": " + words));
            if (isForeign(failure.status(), words)) {
                System.err.println("  was it built for that node? --build ships the project and builds it there");
            }
            return failure.status();
        }
        if (launcherStatus != 0 && events.isSettled()) {
            say("all ranks are done, but " + plan.flavour().title() + " did not end in order: its launcher ended with "
                    + Wording.status(launcherStatus));
            return 0;
        }
        if (launcherStatus != 0) {
            String left = events.running().stream().map(String::valueOf).collect(Collectors.joining(", "));
            say(plan.flavour().title() + "'s launcher ended with " + Wording.status(launcherStatus)
                    + ", and no rank reported a failure"
                    + (left.isEmpty() ? "" : "; these had not ended by themselves: " + left));
        }
        return launcherStatus;
    }

    /** Whether a program was shipped as it is and could not even be started on its node. */
    private boolean isForeign(int status, String words) {
        boolean isShipped = plan.target().kind() == Target.Kind.EXECUTABLE
                && !plan.nodes().get(0).job().equals(plan.job());
        return isShipped && (status == NOT_EXECUTABLE || status == NOT_FOUND || words.contains("GLIBC"));
    }

    private static void say(String line) {
        System.err.println("icclrun: " + line);
    }
}
