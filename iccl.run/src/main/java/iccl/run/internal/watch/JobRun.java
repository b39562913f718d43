package iccl.run.internal.watch;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.JobFiles;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.RunRequest.Verbosity;
import iccl.run.internal.watch.RankEvents.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts a job, watches it and ends it: all of it within five seconds of the first failure. One thread steps it; others
 * only put a note into its queue.
 */
public final class JobRun {
    /** Order is the order of a healthy run. */
    private enum State {
        /** Nothing has been started. */
        NEW,
        /** The ranks are at work. */
        RUNNING,
        /** The ranks have been asked to end and have a moment to do so. */
        ASKED,
        /** The guard ends what is left and removes the files. */
        CLEANING,
        /** Nothing is left. */
        OVER
    }

    /** The exit status when the time is up: ETIMEDOUT, as mpirun has it. */
    public static final int TIMED_OUT = 110;

    /** The exit status when a node is gone: EHOSTUNREACH. */
    public static final int UNREACHABLE = 113;

    private static final long MILLIS = 1_000_000;
    private static final long POLL_MILLIS = 20;
    /** How long a victim's failure waits for its culprit's to be known. */
    private static final long CULPRIT_MILLIS = 500;

    private static final long GRACE_MILLIS = 1000;
    /** When a node is gone: it took its time to be seen. */
    private static final long SHORT_GRACE_MILLIS = 500;

    private static final long OUTPUT_MILLIS = 3000;

    /** How long a broken connection may take to be seen when MPI's launcher has seen it first. */
    private static final long PROBLEM_MILLIS = 1500;

    private final Plan plan;
    private final RunRequest request;
    private final JobProcesses processes;
    private final RankEvents events = new RankEvents();
    private final RankOutput output;
    private final Sites sites;

    private final JobReport report;

    private final Set<String> ignored;

    private final LinkedBlockingQueue<Integer> notes = new LinkedBlockingQueue<>();

    private volatile State state = State.NEW;
    private long stateSince = System.nanoTime();
    private long startedAt;
    private long firstFailureAt;
    private @Nullable Ending ending;
    private @Nullable MpiLauncherOutput launcherOutput;
    private long overSince;
    private boolean isUrgent;
    private boolean isFinishTold;

    /** A note that a process has ended; other notes are signals. */
    private static final int PROCESS_ENDED = 0;

    /**
     * @param makers a site for each of the plan's nodes, in that order
     * @param ignored lines in the output of MPI's launcher that are none of its own
     */
    JobRun(Plan plan, RunRequest request, List<Site.Maker> makers, Set<String> ignored) {
        this.ignored = ignored;
        this.plan = plan;
        this.request = request;
        this.processes = new JobProcesses(plan, request.ranks());
        this.output = new RankOutput(plan, request);
        this.sites = new Sites(
                plan, makers.stream().map(maker -> maker.make(events, output)).toList());
        this.report = new JobReport(plan, request, events, output);
    }

    /** All ranks are on this machine. */
    public static JobRun here(Plan plan, RunRequest request, Installation installation) {
        return new JobRun(
                plan,
                request,
                List.of((events, output) -> new LocalSite(
                        installation.libexec().resolve("guard.sh"),
                        plan,
                        () -> JobFiles.make(plan, installation),
                        events,
                        output)),
                Set.of());
    }

    /** The ranks are on nodes; a guard for the launcher's own files is there already. */
    public static JobRun across(Plan plan, RunRequest request, List<RemotePart> parts) {
        return new JobRun(
                plan,
                request,
                parts.stream()
                        .map(part -> (Site.Maker) (events, output) -> new RemoteSite(part, events, output))
                        .toList(),
                parts.stream().flatMap(part -> part.shell().greeting().stream()).collect(Collectors.toSet()));
    }

    /** Tells it to end, as a signal to the launcher does; the second time at once. Any thread may call it. */
    public void onSignal(int signal) {
        notes.add(signal);
    }

    /** Returns the launcher's exit status when nothing of the job is left. */
    public int run() throws IOException, InterruptedException {
        String failureText = "";
        try {
            output.start();
            sites.start();
            start(sites.problem());
            while (state != State.CLEANING) {
                step(System.nanoTime());
                Integer note = notes.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (note != null && note != PROCESS_ENDED) {
                    heed(note);
                }
            }
            Failure failure = events.first();
            failureText = failure == null ? "" : sites.failureText(failure.rank());
        } finally {
            cleanUp();
        }
        if (launcherOutput != null) {
            launcherOutput.awaitEnd(OUTPUT_MILLIS);
        }
        return report.tell(ending, failureText, processes.launcherStatus());
    }

    private void cleanUp() throws IOException, InterruptedException {
        if (!sites.cleanUp(isUrgent)) {
            System.err.println("icclrun: the clean-up of job " + plan.job().id() + " takes too long; it goes on");
        }
        processes.endLauncher();
        become(State.OVER, "the guards have ended");
    }

    private void start(String problem) throws IOException {
        startedAt = System.nanoTime();
        if (!problem.isEmpty()) {
            ending = new Ending(UNREACHABLE, problem);
            become(State.CLEANING, problem);
            return;
        }
        processes.start(() -> notes.add(PROCESS_ENDED));
        sites.go();
        if (processes.isMpi()) {
            launcherOutput = new MpiLauncherOutput(processes.mpiLauncher().getInputStream(), this::isEndKnown, ignored);
        }
        become(State.RUNNING, "all processes started");
    }

    private void step(long now) throws IOException {
        switch (state) {
            case RUNNING -> watch(now);
            case ASKED -> awaitEnd(now);
            case NEW, CLEANING, OVER -> throw new IllegalStateException(state.toString());
        }
    }

    private void watch(long now) throws IOException {
        poll();
        tellWhenAllAreDone();
        String problem = sites.problem();
        if (!problem.isEmpty()) {
            ending = events.isCulpritKnown() ? null : new Ending(UNREACHABLE, problem);
            ask(problem);
        } else if (processes.areAllOver()) {
            onAllOver(now);
        } else if (events.first() != null) {
            onFailure(now);
        } else if (request.timeoutSeconds() > 0 && now - startedAt > request.timeoutSeconds() * 1e9) {
            ending = new Ending(TIMED_OUT, report.timeout());
            ask("time is up");
        }
    }

    private void onAllOver(long now) {
        poll();
        boolean isUnexplained = processes.isMpi()
                && events.first() == null
                && processes.mpiLauncher().exitValue() != 0;
        overSince = overSince == 0 ? now : overSince;
        // It may have ended because a node is gone: then that is what has to be reported.
        if (!isUnexplained
                || plan.nodes().get(0).job().equals(plan.job())
                || now - overSince > PROBLEM_MILLIS * MILLIS) {
            become(State.CLEANING, "all processes ended");
        }
    }

    private void onFailure(long now) throws IOException {
        firstFailureAt = firstFailureAt == 0 ? now : firstFailureAt;
        if (events.isCulpritKnown() || now - firstFailureAt > CULPRIT_MILLIS * MILLIS) {
            ask("rank " + events.first() + " failed");
        }
    }

    private void poll() {
        sites.poll();
        processes.reportSilentEnds(events);
    }

    private void tellWhenAllAreDone() throws IOException {
        if (!isFinishTold && events.areDone(request.ranks())) {
            isFinishTold = true;
            events.settle(request.ranks());
            sites.tell(RankEvents.FINISH);
        }
    }

    private void awaitEnd(long now) {
        poll();
        if (processes.areAllOver()) {
            become(State.CLEANING, "all processes ended");
        } else if (now - stateSince > (sites.problem().isEmpty() ? GRACE_MILLIS : SHORT_GRACE_MILLIS) * MILLIS) {
            isUrgent = true;
            become(State.CLEANING, "some did not end when asked");
        }
    }

    private void heed(int signal) throws IOException {
        if (state == State.RUNNING) {
            ending = new Ending(128 + signal, "ended by signal " + signal + " (" + Wording.signal(signal) + ")");
            ask("signal " + signal);
        } else if (state == State.ASKED) {
            isUrgent = true;
            become(State.CLEANING, "second signal");
        }
    }

    private void ask(String why) throws IOException {
        sites.tell(RankEvents.ENDING);
        sites.askToEnd(events, processes);
        become(State.ASKED, why);
    }

    private void become(State next, String why) {
        if (request.verbosity() == Verbosity.VERBOSE) {
            System.err.println("icclrun: job " + plan.job().id() + ": " + state + " -> " + next + ": " + why);
        }
        state = next;
        stateSince = System.nanoTime();
    }

    private boolean isEndKnown() {
        if (request.verbosity() == Verbosity.VERBOSE) {
            return false;
        }
        if (state == State.RUNNING) {
            sites.poll();
        }
        return state != State.RUNNING || events.first() != null;
    }
}
