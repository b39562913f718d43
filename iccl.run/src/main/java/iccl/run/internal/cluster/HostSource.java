package iccl.run.internal.cluster;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A cluster from a list of hosts: {@code -H} or {@code --hostfile}. */
public final class HostSource {
    private HostSource() {}

    /**
     * @param values of {@code -H}, which may be given several times
     * @throws UserMistake that names every mistake with its column
     */
    public static Cluster ofOption(List<String> values) {
        String text = String.join(",", values);
        Mistakes mistakes = Mistakes.inOption("-H " + text);
        HostList list = new HostList(mistakes);
        list.addListed(text);
        return cluster("-H " + text, list, mistakes);
    }

    /** @throws UserMistake that names every mistake with its line and column */
    public static Cluster ofFile(Path file) {
        return ofFile(
                file, "--hostfile " + file, file.toAbsolutePath().normalize().toString());
    }

    /** @param title what led to the file, for messages */
    static Cluster ofFile(Path file, String title, String source) {
        Mistakes mistakes = Mistakes.inFile(file.toString());
        HostList list = new HostList(mistakes);
        list.addLines(text(file, title));
        return cluster(source, list, mistakes);
    }

    static Cluster cluster(String source, HostList list, Mistakes mistakes) {
        mistakes.throwIfAny();
        List<Node> nodes = list.nodes();
        if (nodes.isEmpty()) {
            throw new UserMistake(source + " names no host", "write host slots=N, one host a line");
        }
        return new Cluster(source, nodes, null, List.of(), null, List.of(), mistakes.warnings());
    }

    private static String text(Path file, String title) {
        if (!Files.exists(file)) {
            throw new UserMistake(title + ": there is no such file", "");
        }
        try {
            // Names and numbers are ASCII; whatever else stands there is in comments, or becomes a mistake.
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return text.startsWith("\u00EF\u00BB\u00BF") ? text.substring(3) : text;
        } catch (IOException e) {
            throw new UserMistake(title + " cannot be read: " + e.getMessage(), "is it a file, and readable for you?");
        }
    }
}
