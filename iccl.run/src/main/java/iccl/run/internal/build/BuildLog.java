package iccl.run.internal.build;

import iccl.run.internal.cluster.Node;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Set;

/** A node's output while it builds: shown with the node's name in front, kept in a file. */
final class BuildLog implements AutoCloseable {
    private static final int TAIL = 15;

    private final String tag;
    private final Path file;
    private final Set<String> ignored;
    private final BufferedWriter writer;
    private final ArrayDeque<String> last = new ArrayDeque<>();

    private BuildLog(String tag, Path file, Set<String> ignored) throws IOException {
        this.tag = tag;
        this.file = file;
        this.ignored = ignored;
        this.writer = Files.newBufferedWriter(file);
    }

    /** @param ignored lines that are not the build's */
    static BuildLog open(Path folder, Node node, Set<String> ignored) throws IOException {
        Files.createDirectories(folder);
        String name = node.host().replaceAll("[^0-9A-Za-z._-]", "_");
        return new BuildLog(
                "[" + node.host() + "] ", folder.resolve("build-" + (node.index() + 1) + "-" + name + ".log"), ignored);
    }

    synchronized void accept(String line) {
        if (ignored.contains(line.strip())) {
            return;
        }
        last.addLast(line);
        if (last.size() > TAIL) {
            last.removeFirst();
        }
        System.err.println(tag + line);
        try {
            writer.write(line);
            writer.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path file() {
        return file;
    }

    synchronized String tail() {
        return String.join("\n", last);
    }

    @Override
    public synchronized void close() throws IOException {
        writer.close();
    }
}
