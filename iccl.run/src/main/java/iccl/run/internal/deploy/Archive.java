package iccl.run.internal.deploy;

import iccl.run.internal.ssh.NodeShell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a node is sent in one piece: contents that it lacks in {@code blobs}, and trees of links to them and to what the node
 * has in {@code store}. The trees are there as {@code lists}, too, for file systems without links; {@code sums} has a line for
 * each content and list. Nodes that lack the same share one.
 */
final class Archive {
    /** Up to here it is kept in memory for the next node. */
    private static final long KEPT_BYTES = 16 << 20;

    private final Map<String, Blob> blobs = new LinkedHashMap<>();
    private final List<FileTree> trees;
    private final String sums;
    private final long entryBytes;
    private byte @Nullable [] kept;

    Archive(Collection<Blob> blobs, List<FileTree> trees) {
        this.trees = trees;
        StringBuilder text = new StringBuilder();
        for (Blob blob : blobs) {
            this.blobs.put(blob.name(), blob);
            text.append(blob.sha256()).append("  blobs/").append(blob.name()).append('\n');
        }
        for (FileTree tree : trees) {
            String sum = Hashes.of(tree.listing().getBytes(StandardCharsets.UTF_8));
            text.append(sum).append("  lists/").append(tree.id()).append('\n');
        }
        this.sums = text.toString();
        this.entryBytes = count();
    }

    private long count() {
        long bytes = TarWriter.END_BYTES + textBytes("sums", sums);
        for (Blob blob : blobs.values()) {
            bytes += TarWriter.bytes("blobs/" + blob.name(), "", blob.size());
        }
        for (FileTree tree : trees) {
            bytes += textBytes("lists/" + tree.id(), tree.listing());
            for (FileTree.Entry entry : tree.files()) {
                bytes += TarWriter.bytes(path(tree, entry), source(entry), 0);
            }
        }
        return bytes;
    }

    private static long textBytes(String name, String text) {
        return TarWriter.bytes(name, "", text.getBytes(StandardCharsets.UTF_8).length);
    }

    private static String path(FileTree tree, FileTree.Entry entry) {
        return "trees/" + tree.id() + "/" + entry.path();
    }

    private String source(FileTree.Entry entry) {
        String name = entry.blob().name();
        return (blobs.containsKey(name) ? "blobs/" : "store/") + name;
    }

    /** A multiple of {@link NodeShell#PIECE}. */
    long bytes() {
        return (entryBytes + NodeShell.PIECE - 1) / NodeShell.PIECE * NodeShell.PIECE;
    }

    /** @param progress told the number of bytes after each piece */
    void writeTo(OutputStream out, LongConsumer progress) throws IOException {
        if (bytes() > KEPT_BYTES) {
            write(out, progress);
            return;
        }
        byte[] whole = whole();
        for (int at = 0; at < whole.length; at += NodeShell.PIECE) {
            out.write(whole, at, NodeShell.PIECE);
            progress.accept(NodeShell.PIECE);
        }
    }

    private synchronized byte[] whole() throws IOException {
        byte[] whole = kept;
        if (whole == null) {
            ByteArrayOutputStream buffer = new ByteArrayOutputStream((int) bytes());
            write(buffer, bytes -> {});
            whole = buffer.toByteArray();
            kept = whole;
        }
        return whole;
    }

    private void write(OutputStream out, LongConsumer progress) throws IOException {
        try (TarWriter tar = new TarWriter(out)) {
            tar.text("sums", sums);
            for (FileTree tree : trees) {
                tar.text("lists/" + tree.id(), tree.listing());
            }
            for (Blob blob : blobs.values()) {
                tar.file("blobs/" + blob.name(), blob.source(), blob.size(), blob.isExecutable());
                progress.accept(blob.size());
            }
            for (FileTree tree : trees) {
                for (FileTree.Entry entry : tree.files()) {
                    tar.hardLink(path(tree, entry), source(entry));
                }
            }
        }
        out.write(new byte[(int) (bytes() - entryBytes)]);
    }
}
