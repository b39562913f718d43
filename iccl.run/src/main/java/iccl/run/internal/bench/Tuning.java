package iccl.run.internal.bench;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.watch.GuardedJob;
import iccl.run.internal.watch.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Measures every algorithm that could do an operation, and writes which was the fastest. One job measures what runs
 * anyway and tells what else could; then a job for each further candidate, all operations in it.
 */
public final class Tuning {
    private static final int SIGNALLED = 128;

    private final Installation installation;
    private final Function<List<String>, List<String>> command;
    private final Table table = new Table();

    private @Nullable Process current;
    private volatile int signal;

    /** @param command the benchmark's words with further options for its launcher */
    public Tuning(Installation installation, Function<List<String>, List<String>> command) {
        this.installation = installation;
        this.command = command;
    }

    /**
     * @param file read before, written at the end
     * @param title its first line
     * @param isHere whether the ranks run on this machine, where the file is
     * @return the exit status: of the first job that fails, else 0
     */
    public int run(Path file, String title, boolean isHere) throws IOException, InterruptedException {
        List<String> older = Files.exists(file) ? Files.readAllLines(file) : List.of();
        try (GuardedJob job = GuardedJob.start(installation)) {
            Signals.handle(this::onSignal);
            Map<String, Set<String>> candidates = new LinkedHashMap<>();
            int status = measure("auto", candidates, job);
            for (int turn = 0; status == 0 && turn < most(candidates); turn++) {
                status = measure(wishes(candidates, turn), new LinkedHashMap<>(), job);
            }
            if (status != 0) {
                return signal == 0 ? status : SIGNALLED + signal;
            }
        }
        if (table.isEmpty()) {
            throw new UserMistake("--tune: nothing was measured", "name operations that have several algorithms");
        }
        Files.writeString(file, table.text(older, title));
        System.err.println("icclrun: " + file + " holds the fastest algorithms; "
                + (isHere ? "" : "copy it to the same place on every node, and ") + "use it with -x ICCL_TUNING="
                + file);
        return 0;
    }

    private static int most(Map<String, Set<String>> candidates) {
        return candidates.values().stream().mapToInt(Set::size).max().orElse(0);
    }

    /** The candidate of that number of each operation, in the form of {@code iccl.algorithm}. */
    private static String wishes(Map<String, Set<String>> candidates, int turn) {
        List<String> pairs = new ArrayList<>();
        candidates.forEach((operation, names) -> {
            List<String> list = List.copyOf(names);
            pairs.add(operation + ":" + list.get(turn % list.size()));
        });
        return String.join(",", pairs);
    }

    private int measure(String wishes, Map<String, Set<String>> candidates, GuardedJob job)
            throws IOException, InterruptedException {
        System.err.println("icclrun: measuring with iccl.algorithm=" + wishes);
        Process process = Partner.start(
                command.apply(List.of("-x", "ICCL_ALGORITHM=" + wishes, "-x", "ICCL_TUNING=auto")),
                job.job().id());
        synchronized (this) {
            current = process;
        }
        // For one that came before.
        onSignal(0);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Measured row = Measured.parse(line);
                if (row == null) {
                    System.out.println(line);
                } else {
                    table.add(row);
                    candidates
                            .computeIfAbsent(row.operation(), key -> new LinkedHashSet<>())
                            .addAll(row.candidates());
                }
            }
            return process.waitFor();
        } finally {
            Partner.end(process);
        }
    }

    private synchronized void onSignal(int number) {
        if (number != 0) {
            signal = number;
        }
        if (signal != 0 && current != null) {
            current.toHandle().destroy();
        }
    }
}
