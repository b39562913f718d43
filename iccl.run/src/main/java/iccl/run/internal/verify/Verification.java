package iccl.run.internal.verify;

import iccl.run.internal.verify.ExampleResult.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs examples one after another. */
public final class Verification {
    private static final int MISTAKE = 2;

    private final Suite suite;
    private final Consumer<String> progress;
    private final List<ExampleResult> results = new ArrayList<>();

    private volatile @Nullable ExampleRun current;
    private volatile int signal;

    /**
     * What to run.
     *
     * @param examples their names
     * @param launcher words that start a launcher
     * @param firstOptions further ones for the first example only
     * @param arguments for every example
     * @param logs an existing folder
     * @param limitSeconds after which an example's launcher is ended, should it not have ended the example itself
     * @param isShown whether the examples' output is shown
     */
    public record Suite(
            List<String> examples,
            List<String> launcher,
            List<String> firstOptions,
            List<String> arguments,
            Path logs,
            double limitSeconds,
            boolean isShown) {}

    /** @param progress hears a line before and after each example */
    public Verification(Suite suite, Consumer<String> progress) {
        this.suite = suite;
        this.progress = progress;
    }

    /** Ends the example that runs, and starts no other. Any thread may call it. */
    public void onSignal(int number) {
        signal = number;
        ExampleRun run = current;
        if (run != null) {
            run.interrupt();
        }
    }

    /** The signal that ended it, or 0. */
    public int signal() {
        return signal;
    }

    /**
     * One result for each example, in order.
     *
     * @param job of the guard that ends a launcher should this process die
     */
    public List<ExampleResult> run(String job) throws IOException, InterruptedException {
        String reason = "";
        for (int i = 0; i < suite.examples().size(); i++) {
            String name = suite.examples().get(i);
            Path log = suite.logs().resolve(name.replace('/', '_') + ".log");
            reason = signal == 0 ? reason : "not run: ended by signal " + signal;
            if (!reason.isEmpty()) {
                results.add(ExampleResult.skipped(name, reason, log));
                continue;
            }
            String place = "[" + (i + 1) + "/" + suite.examples().size() + "] " + name;
            progress.accept(place);
            ExampleResult result = run(name, i == 0, log, job);
            results.add(result);
            progress.accept(place + ": " + result.status() + (result.detail().isEmpty() ? "" : ": " + result.detail()));
            if (result.status() == Status.FAILED && result.exitStatus() == MISTAKE) {
                // Nothing was started, and the others would hear the same.
                reason = "not run: " + name + " could not be started";
            }
        }
        return List.copyOf(results);
    }

    private ExampleResult run(String name, boolean isFirst, Path log, String job)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(suite.launcher());
        if (isFirst) {
            command.addAll(suite.firstOptions());
        }
        command.add(name);
        command.addAll(suite.arguments());
        ExampleRun run = ExampleRun.start(name, command, log, job, suite.isShown());
        current = run;
        if (signal != 0) {
            // It came before anybody could pass it on.
            run.interrupt();
        }
        ExampleResult result = run.await(suite.limitSeconds());
        current = null;
        if (signal != 0 && result.status() != Status.PASSED) {
            return new ExampleResult(
                    name, Status.SKIPPED, result.exitStatus(), result.seconds(), "ended by signal " + signal, log);
        }
        return result;
    }
}
