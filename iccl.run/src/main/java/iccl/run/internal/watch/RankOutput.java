package iccl.run.internal.watch;

import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.RunRequest;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All ranks' output. */
final class RankOutput {
    private final Plan plan;
    private final RunRequest request;
    private final List<OutputPump> pumps = new ArrayList<>();
    private final List<OutputPump> errors = new ArrayList<>();

    RankOutput(Plan plan, RunRequest request) {
        this.plan = plan;
        this.request = request;
    }

    void start() throws IOException {
        Path directory = request.output().directory();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        for (int rank = 0; rank < request.ranks(); rank++) {
            for (String stream : plan.pipedStreams(request.output())) {
                OutputPump pump = new OutputPump(
                        plan.job().pipe(rank, stream),
                        stream.equals("stderr") ? System.err : System.out,
                        request.output().isTagged() ? "[1," + rank + "]<" + stream + ">:" : null,
                        file(directory, rank, stream));
                pumps.add(pump);
                if (stream.equals("stderr")) {
                    errors.add(pump);
                }
                pump.start();
            }
        }
    }

    private static @Nullable OutputStream file(@Nullable Path directory, int rank, String stream) throws IOException {
        return directory == null
                ? null
                : new FileOutputStream(
                        directory.resolve("rank-" + rank + "." + stream).toFile());
    }

    /** Lets those pumps go whose rank never came: a pipe's reader waits for the first writer. */
    void endWaiting() throws IOException {
        for (int rank = 0; rank < request.ranks(); rank++) {
            for (String stream : plan.pipedStreams(request.output())) {
                new RandomAccessFile(plan.job().pipe(rank, stream).toFile(), "rw").close();
            }
        }
    }

    void awaitEnd(long limitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + limitMillis * 1_000_000;
        for (OutputPump pump : pumps) {
            pump.awaitEnd((deadline - System.nanoTime()) / 1_000_000);
        }
    }

    String lastErrorLine(int rank) {
        return errors.get(rank).lastLine();
    }
}
