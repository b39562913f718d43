package iccl.run.internal.watch;

import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.UserMistake;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where all ranks' output goes. */
final class RankOutput {
    private final Plan plan;
    private final RunRequest request;
    private final Map<String, OutputSink> sinks = new HashMap<>();

    RankOutput(Plan plan, RunRequest request) {
        this.plan = plan;
        this.request = request;
    }

    /**
     * Makes the files.
     *
     * @throws UserMistake when they cannot be made
     */
    void start() {
        Path directory = request.output().directory();
        try {
            if (directory != null) {
                Files.createDirectories(directory);
            }
            open(directory);
        } catch (IOException e) {
            throw new UserMistake(
                    "--output-dir " + directory + ": the ranks' files cannot be made there",
                    "give a folder in which you may write, with room on its disk");
        }
    }

    private void open(@Nullable Path directory) throws IOException {
        for (int rank = 0; rank < request.ranks(); rank++) {
            for (String stream : plan.pipedStreams()) {
                String tag = request.output().isTagged() ? "[1," + rank + "]<" + stream + ">:" : null;
                sinks.put(
                        key(rank, stream),
                        new OutputSink(
                                stream.equals("stderr") ? System.err : System.out, tag, file(directory, rank, stream)));
            }
        }
    }

    private static @Nullable OutputStream file(@Nullable Path directory, int rank, String stream) throws IOException {
        return directory == null
                ? null
                : new FileOutputStream(
                        directory.resolve("rank-" + rank + "." + stream).toFile());
    }

    private static String key(int rank, String stream) {
        return rank + "." + stream;
    }

    OutputSink sink(int rank, String stream) {
        OutputSink sink = sinks.get(key(rank, stream));
        if (sink == null) {
            throw new IllegalArgumentException("rank " + rank + " has no " + stream + " here");
        }
        return sink;
    }

    String lastErrorLine(int rank) {
        return sink(rank, "stderr").lastLine();
    }
}
