package iccl.run.internal.deploy;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/**
 * Files that a node is to have in one folder. The folder's name on the node is the hash of what is in it, so that what is
 * there need not be looked into.
 */
public final class FileTree {
    private final List<Entry> files;
    private final String listing;
    private final String id;

    private FileTree(List<Entry> files) {
        this.files = files;
        StringBuilder text = new StringBuilder();
        files.forEach(file ->
                text.append(file.blob().name()).append(' ').append(file.path()).append('\n'));
        this.listing = text.toString();
        this.id = Hashes.of(listing.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
    }

    /**
     * One file.
     *
     * @param path inside the folder
     * @param blob its content
     */
    public record Entry(String path, Blob blob) {}

    public static FileTree of(List<Entry> files) {
        return new FileTree(
                files.stream().sorted(Comparator.comparing(Entry::path)).toList());
    }

    /** In the order of their paths. */
    public List<Entry> files() {
        return files;
    }

    /** The folder's name: 32 hexadecimal digits. */
    public String id() {
        return id;
    }

    /** A line for each file: its blob's name, a blank, its path. */
    public String listing() {
        return listing;
    }

    /** Where it lies on a node. */
    public String folder(String deployed) {
        return deployed + "/trees/" + id();
    }
}
