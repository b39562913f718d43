package iccl.run.internal.bench;

import iccl.run.internal.container.Installation;
import iccl.run.internal.watch.GuardedJob;
import iccl.run.internal.watch.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The benchmark and what it is compared with, all running at the same time, one measuring at a time. The benchmark's rank
 * 0 decides whose turn it is: a line {@code @ask NAME WORDS...} on its standard output goes to that opponent, whose answer
 * comes back on its standard input. What rank 0 has for files of this machine comes on its standard output, too.
 */
public final class Match {
    private static final String ASK = Partner.ANSWER + "ask ";
    private static final int SIGNALLED = 128;
    private static final int INCOMPLETE = 1;

    private final Installation installation;
    private final Map<String, String> environment;
    private final Jobs jobs;
    private final ReportFiles reports;

    private final Map<String, Partner> partners = new ConcurrentHashMap<>();
    private @Nullable Process ours;
    private volatile int signal;

    /**
     * How to start both sides.
     *
     * @param ours words that start the benchmark
     * @param theirs words that start an MPI program in the same slots, but for {@code -l NAME} and its file
     * @param ranks of each
     * @param isHere whether all ranks are on this machine
     */
    public record Jobs(List<String> ours, List<String> theirs, int ranks, boolean isHere) {}

    public Match(Installation installation, Map<String, String> environment, Jobs jobs, ReportFiles reports) {
        this.installation = installation;
        this.environment = environment;
        this.jobs = jobs;
        this.reports = reports;
    }

    /**
     * @param opponents may be none
     * @return the benchmark's exit status
     */
    public int run(List<Opponent> opponents) throws IOException, InterruptedException {
        try (reports;
                GuardedJob job = GuardedJob.start(installation)) {
            Signals.handle(this::onSignal);
            try {
                for (Opponent opponent : opponents) {
                    partners.put(opponent.label(), start(opponent, job));
                }
                return play(job.job().id());
            } finally {
                for (Partner partner : partners.values()) {
                    partner.close();
                }
            }
        }
    }

    private Partner start(Opponent opponent, GuardedJob job) throws IOException, InterruptedException {
        Path sources = installation.share().resolve("bench");
        Path program = new CCompiler(sources, environment).compile(opponent, jobs.isHere(), job.directory());
        List<String> command = new ArrayList<>();
        if (opponent.isMpi()) {
            command.addAll(jobs.theirs());
            command.addAll(List.of("-l", opponent.label(), program.toString()));
        } else {
            command.addAll(List.of(program.toString(), Integer.toString(jobs.ranks())));
        }
        return Partner.start(opponent.label(), command, job.job().id());
    }

    private int play(String job) throws IOException, InterruptedException {
        Process process = Partner.start(jobs.ours(), job);
        synchronized (this) {
            ours = process;
        }
        try {
            // For one that came before.
            onSignal(0);
            pass(process);
            int status = process.waitFor();
            reports.close();
            if (signal != 0) {
                return SIGNALLED + signal;
            }
            if (status == 0 && !jobs.isHere()) {
                reports.missUnwritten();
            }
            return status == 0 && !reports.isComplete() ? INCOMPLETE : status;
        } finally {
            Partner.end(process);
        }
    }

    private void pass(Process process) throws IOException, InterruptedException {
        InputStream from = process.getInputStream();
        OutputStream to = process.getOutputStream();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ASK)) {
                    answer(line.substring(ASK.length()), to);
                } else if (line.startsWith(ReportFiles.LINE)) {
                    reports.add(line);
                } else {
                    System.out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
                    System.out.flush();
                }
            }
        }
    }

    private void answer(String asked, OutputStream to) throws InterruptedException {
        int space = asked.indexOf(' ');
        Partner partner = partners.get(asked.substring(0, space));
        if (partner == null) {
            throw new IllegalStateException("the benchmark asks for a stranger: " + asked);
        }
        String answer = partner.ask(asked.substring(space + 1));
        try {
            to.write((answer + "\n").getBytes(StandardCharsets.ISO_8859_1));
            to.flush();
        } catch (IOException e) {
            // The benchmark has ended meanwhile; its exit status says why.
        }
    }

    /** An opponent that is measuring would keep us waiting, so all end. */
    private synchronized void onSignal(int number) {
        if (number != 0) {
            signal = number;
        }
        if (signal != 0) {
            if (ours != null) {
                ours.toHandle().destroy();
            }
            partners.values().forEach(Partner::interrupt);
        }
    }
}
