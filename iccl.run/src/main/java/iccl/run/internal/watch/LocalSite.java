package iccl.run.internal.watch;

import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.JobFiles;
import iccl.run.internal.launch.NodePlan;
import iccl.run.internal.launch.Plan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranks on the launcher's machine: their streams are named pipes, their news a file. */
final class LocalSite implements Site {
    private static final long OUTPUT_MILLIS = 3000;

    private final Path guardScript;
    private final Plan plan;
    private final NodePlan node;
    private final JobFiles.Maker files;
    private final RankEvents events;
    private final EventFile news;
    private final RankOutput output;
    private final List<OutputPump> pumps = new ArrayList<>();
    private @Nullable Guard guard;

    /** @param files makes what the plan needs, once the guard is there to remove it */
    LocalSite(Path guardScript, Plan plan, JobFiles.Maker files, RankEvents events, RankOutput output) {
        this.guardScript = guardScript;
        this.plan = plan;
        this.node = plan.nodes().get(0);
        this.files = files;
        this.events = events;
        this.news = new EventFile(node.job().events());
        this.output = output;
    }

    private Job job() {
        return node.job();
    }

    @Override
    public void start() throws IOException {
        guard = Guard.start(guardScript, job());
        files.make();
        for (int rank : node.ranks()) {
            for (String stream : plan.pipedStreams()) {
                OutputPump pump = new OutputPump(job().pipe(rank, stream), output.sink(rank, stream));
                pumps.add(pump);
                pump.start();
            }
        }
    }

    @Override
    public void awaitStart() {
        // They are there already.
    }

    @Override
    public void go() {
        // The pumps are waiting.
    }

    @Override
    public void poll() {
        try {
            news.news().forEach(events::accept);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String problem() {
        return "";
    }

    @Override
    public void tell(String event) throws IOException {
        news.append(event);
    }

    @Override
    public void askToEnd(Collection<Long> programs) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s TERM -- \"$@\" 2>/dev/null", "kill"));
        programs.forEach(program -> command.add(Long.toString(program)));
        new ProcessBuilder(command).start();
    }

    @Override
    public String failureText(int rank) throws IOException {
        Path file = job().failure(rank);
        return Files.exists(file) ? Files.readString(file).lines().findFirst().orElse("") : "";
    }

    @Override
    public void cleanUp(boolean isUrgent) throws IOException {
        if (Files.isDirectory(job().directory())) {
            endWaiting();
        }
        if (guard != null) {
            guard.cleanUp(isUrgent);
        }
    }

    /** Lets those pumps go whose rank never came: a pipe's reader waits for the first writer. */
    private void endWaiting() throws IOException {
        for (OutputPump pump : pumps) {
            new RandomAccessFile(pump.pipe().toFile(), "rw").close();
        }
    }

    @Override
    public boolean awaitEnd() throws InterruptedException {
        boolean hasEnded = guard == null || guard.awaitEnd();
        long deadline = System.nanoTime() + OUTPUT_MILLIS * 1_000_000;
        for (OutputPump pump : pumps) {
            pump.awaitEnd((deadline - System.nanoTime()) / 1_000_000);
        }
        return hasEnded;
    }
}
