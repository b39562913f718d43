package iccl.run.internal.deploy;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/**
 * Files that a node is to have in one folder. The folder's name on the node is the hash of what is in it, so that what is
 * there need not be looked into.
 *
 * @param name what it is, for people
 * @param files in the order of their paths
 */
public record FileTree(String name, List<Entry> files) {
    /**
     * One file.
     *
     * @param path inside the folder
     * @param blob its content
     */
    public record Entry(String path, Blob blob) {}

    public static FileTree of(String name, List<Entry> files) {
        return new FileTree(
                name, files.stream().sorted(Comparator.comparing(Entry::path)).toList());
    }

    /** The folder's name: 32 hexadecimal digits. */
    public String id() {
        return Hashes.of(listing().getBytes(StandardCharsets.UTF_8)).substring(0, 32);
    }

    /** A line for each file: its blob's name, a blank, its path. */
    public String listing() {
        StringBuilder text = new StringBuilder();
        files.forEach(file ->
                text.append(file.blob().name()).append(' ').append(file.path()).append('\n'));
        return text.toString();
    }

    /** Where it lies on a node. */
    public String folder(String deployed) {
        return deployed + "/trees/" + id();
    }
}
