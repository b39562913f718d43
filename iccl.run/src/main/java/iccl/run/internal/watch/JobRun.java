package iccl.run.internal.watch;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.JobFiles;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.RunRequest.Verbosity;
import iccl.run.internal.watch.RankEvents.Failure;
import java.io.IOException;
import java.nio.file.Files;
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

    private static final long MILLIS = 1_000_000;
    private static final long POLL_MILLIS = 20;
    /** How long a victim's failure waits for its culprit's to be known. */
    private static final long CULPRIT_MILLIS = 500;

    private static final long GRACE_MILLIS = 1000;
    private static final long OUTPUT_MILLIS = 3000;

    private final Plan plan;
    private final RunRequest request;
    private final Installation installation;
    private final Machine machine;
    private final JobProcesses processes;
    private final RankEvents events;
    private final RankOutput output;
    private final LinkedBlockingQueue<Integer> notes = new LinkedBlockingQueue<>();

    private volatile State state = State.NEW;
    private long stateSince = System.nanoTime();
    private long startedAt;
    private long firstFailureAt;
    private @Nullable Ending ending;
    private @Nullable MpiLauncherOutput launcherOutput;
    private boolean isUrgent;

    /** A note that a process has ended; other notes are signals. */
    private static final int PROCESS_ENDED = 0;

    public JobRun(Plan plan, RunRequest request, Installation installation, Machine machine) {
        this.plan = plan;
        this.request = request;
        this.installation = installation;
        this.machine = machine;
        this.processes = new JobProcesses(plan, request.ranks());
        this.events = new RankEvents(plan.job().events());
        this.output = new RankOutput(plan, request);
    }

    /** Tells it to end, as a signal to the launcher does; the second time at once. Any thread may call it. */
    public void onSignal(int signal) {
        notes.add(signal);
    }

    /** Returns the launcher's exit status when nothing of the job is left. */
    public int run() throws IOException, InterruptedException {
        Guard guard = Guard.start(installation.libexec().resolve("guard.sh"), plan.job());
        String failureText = "";
        try {
            JobFiles.make(plan, request, installation);
            output.start();
            start();
            while (state != State.CLEANING) {
                step(System.nanoTime());
                Integer note = notes.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (note != null && note != PROCESS_ENDED) {
                    heed(note);
                }
            }
            failureText = failureText();
            output.endWaiting();
        } finally {
            guard.cleanUp(isUrgent);
            if (!guard.awaitEnd()) {
                System.err.println("icclrun: the clean-up of job " + plan.job().id() + " takes too long; it goes on");
            }
            become(State.OVER, "the guard has ended");
        }
        output.awaitEnd(OUTPUT_MILLIS);
        if (launcherOutput != null) {
            launcherOutput.awaitEnd(OUTPUT_MILLIS);
        }
        return report(failureText);
    }

    private void start() throws IOException {
        startedAt = System.nanoTime();
        processes.start(() -> notes.add(PROCESS_ENDED));
        if (processes.isMpi()) {
            launcherOutput = new MpiLauncherOutput(processes.mpiLauncher().getInputStream(), this::isEndKnown);
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
        events.read();
        if (processes.areAllOver()) {
            events.read();
            processes.reportSilentEnds(events);
            become(State.CLEANING, "all processes ended");
            return;
        }
        processes.reportSilentEnds(events);
        Failure failure = events.first();
        if (failure != null) {
            firstFailureAt = firstFailureAt == 0 ? now : firstFailureAt;
            if (events.isCulpritKnown() || now - firstFailureAt > CULPRIT_MILLIS * MILLIS) {
                ask("rank " + events.first() + " failed");
            }
        } else if (request.timeoutSeconds() > 0 && now - startedAt > request.timeoutSeconds() * 1e9) {
            ending = new Ending(TIMED_OUT, timeoutReport());
            ask("time is up");
        }
    }

    private void awaitEnd(long now) {
        events.read();
        if (processes.areAllOver()) {
            become(State.CLEANING, "all processes ended");
        } else if (now - stateSince > GRACE_MILLIS * MILLIS) {
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
        events.tellEnding();
        processes.askToEnd(events.runningProcesses());
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
            events.read();
        }
        return state != State.RUNNING || events.first() != null;
    }

    private String timeoutReport() {
        String ranks = events.running().stream()
                .map(rank -> rank + " (pid " + events.processOf(rank) + ")")
                .collect(Collectors.joining(", "));
        return "the job did not end within " + Wording.seconds(request.timeoutSeconds())
                + " (--timeout) and was ended; "
                + (ranks.isEmpty()
                        ? "no rank had started"
                        : "still running on host " + machine.host() + ": rank " + ranks);
    }

    /** The failing rank's own words; to be read before the guard removes the file. */
    private String failureText() throws IOException {
        Failure failure = events.first();
        if (failure == null) {
            return "";
        }
        var file = plan.job().failure(failure.rank());
        return Files.exists(file) ? Files.readString(file).lines().findFirst().orElse("") : "";
    }

    private int report(String failureText) {
        if (ending != null) {
            say(ending.report());
            return ending.status();
        }
        Failure failure = events.first();
        if (failure != null) {
            String words = failureText.isEmpty() ? output.lastErrorLine(failure.rank()) : failureText;
            say("rank " + failure.rank() + " on host " + machine.host() + " (pid " + events.processOf(failure.rank())
                    + ") failed first: " + Wording.status(failure.status()) + (words.isEmpty() ? "" : ": " + words));
            return failure.status();
        }
        return processes.isMpi() ? reportMpi(processes.mpiLauncher().exitValue()) : 0;
    }

    private int reportMpi(int status) {
        if (status != 0) {
            String left = events.running().stream().map(String::valueOf).collect(Collectors.joining(", "));
            say(plan.flavour().title() + "'s launcher ended with " + Wording.status(status)
                    + ", and no rank reported a failure"
                    + (left.isEmpty() ? "" : "; these had not ended by themselves: " + left));
        }
        return status;
    }

    private static void say(String line) {
        System.err.println("icclrun: " + line);
    }
}
