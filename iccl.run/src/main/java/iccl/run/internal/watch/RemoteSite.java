package iccl.run.internal.watch;

import iccl.run.internal.launch.NodePlan;
import iccl.run.internal.ssh.NodeShell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Ranks on a node: what they say comes over the node's ssh channel, whose other end is the guard. */
final class RemoteSite implements Site {
    private static final long BEAT_MILLIS = 1000;
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration END_LIMIT = Duration.ofSeconds(15);
    private static final String READY = "ready";

    private final NodePlan node;
    private final NodeShell shell;
    private final String script;
    private final RankEvents events;
    private final RankOutput output;
    private final Map<Integer, String> failures = new ConcurrentHashMap<>();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread reader;
    private final Thread heart;
    private volatile String problem = "";
    private volatile boolean isEnding;

    RemoteSite(RemotePart part, RankEvents events, RankOutput output) {
        this.node = part.plan();
        this.shell = part.shell();
        this.script = part.script();
        this.events = events;
        this.output = output;
        this.reader = daemon(this::read, "iccl-node-" + shell.node().index());
        this.heart = daemon(this::beat, "iccl-beat-" + shell.node().index());
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void start() throws IOException {
        shell.become(script);
        reader.start();
        heart.start();
    }

    @Override
    public void awaitStart() throws InterruptedException {
        if (!ready.await(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            problem = shell.node().label() + " did not make the job's files within " + START_LIMIT.toSeconds() + " s";
        }
    }

    private void beat() {
        try {
            while (!isEnding) {
                order("beat");
                Thread.sleep(BEAT_MILLIS);
            }
        } catch (IOException e) {
            // The reader sees it, too, and knows why.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            while (true) {
                accept(Frames.read(shell.output()));
            }
        } catch (IOException e) {
            if (!isEnding && problem.isEmpty()) {
                problem = "lost " + shell.node().label() + ": " + reason(e);
            }
        } finally {
            ready.countDown();
        }
    }

    private String reason(IOException failure) {
        try {
            return shell.trouble().reason();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failure.toString();
        }
    }

    private void accept(Frames.Frame frame) throws IOException {
        switch (frame.kind()) {
            case Frames.OUTPUT, Frames.ERROR -> output.sink(frame.rank(), frame.kind())
                    .accept(frame.bytes(), frame.bytes().length);
            case Frames.CLOSED -> output.sink(frame.rank(), frame.text()).close();
            case Frames.EVENT -> events.accept(frame.text());
            case Frames.FAILURE -> failures.put(
                    frame.rank(), frame.text().lines().findFirst().orElse(""));
            case READY -> ready.countDown();
            default -> {
                if (!frame.kind().isBlank()) {
                    problem = shell.node().label() + ": " + frame.kind();
                }
            }
        }
    }

    @Override
    public void go() {
        orderUnlessLost("go");
    }

    @Override
    public void poll() {
        // The reader passes it on as it comes.
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public void tell(String event) {
        orderUnlessLost("tell " + event);
    }

    @Override
    public void askToEnd(Collection<Long> programs) {
        if (!programs.isEmpty()) {
            orderUnlessLost("term " + programs.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        }
    }

    private void orderUnlessLost(String line) {
        try {
            order(line);
        } catch (IOException e) {
            // The connection has ended: the reader knows why, and the node's guard knows it by itself.
            return;
        }
    }

    private void order(String line) throws IOException {
        synchronized (shell.input()) {
            shell.input().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            shell.input().flush();
        }
    }

    @Override
    public String failureText(int rank) {
        return failures.getOrDefault(rank, "");
    }

    @Override
    public void cleanUp(boolean isUrgent) {
        isEnding = true;
        orderUnlessLost(isUrgent ? "kill" : "done");
    }

    @Override
    public boolean awaitEnd() throws InterruptedException {
        boolean hasEnded = problem.isEmpty() ? shell.awaitEnd(END_LIMIT) : shell.awaitEnd(Duration.ofSeconds(1));
        reader.join(1000);
        node.ranks().forEach(rank -> {
            output.sink(rank, Frames.OUTPUT).close();
            output.sink(rank, Frames.ERROR).close();
        });
        shell.close();
        return hasEnded || !problem.isEmpty();
    }
}
