package iccl.run.internal.deploy;

import iccl.run.internal.ssh.NodeShell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a node is sent in one piece: contents that it lacks in {@code blobs}, and trees of links to them and to what the node
 * has in {@code store}. The trees are there as {@code lists}, too, for file systems without links. At the end come {@link Sums},
 * and line feeds that a shell passes over. Nodes that lack the same share one.
 */
final class Archive {
    /** Up to here it is kept in memory for the next node. */
    private static final long KEPT_BYTES = 16 << 20;

    private final Map<String, Blob> blobs = new LinkedHashMap<>();
    private final List<FileTree> trees;
    private final long entryBytes;
    private byte @Nullable [] kept;

    Archive(Collection<Blob> blobs, List<FileTree> trees) {
        this.trees = trees;
        blobs.forEach(blob -> this.blobs.put(blob.name(), blob));
        this.entryBytes = count();
    }

    private long count() {
        long bytes = TarWriter.END_BYTES + TarWriter.bytes("sums", "", sums().bytes());
        for (Blob blob : blobs.values()) {
            bytes += TarWriter.bytes(path(blob), "", blob.size());
        }
        for (FileTree tree : trees) {
            bytes += TarWriter.bytes(list(tree), "", listing(tree).length);
            for (FileTree.Entry entry : tree.files()) {
                bytes += TarWriter.bytes(path(tree, entry), source(entry), 0);
            }
        }
        return bytes;
    }

    private Sums sums() {
        Sums sums = new Sums();
        blobs.values().forEach(blob -> sums.expect(path(blob), blob.size()));
        trees.forEach(tree -> sums.expect(list(tree), listing(tree).length));
        return sums;
    }

    private static String path(Blob blob) {
        return "blobs/" + blob.name();
    }

    private static String list(FileTree tree) {
        return "lists/" + tree.id();
    }

    private static byte[] listing(FileTree tree) {
        return tree.listing().getBytes(StandardCharsets.UTF_8);
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
        Sums sums = sums();
        try (TarWriter tar = new TarWriter(out)) {
            for (FileTree tree : trees) {
                PosixChecksum sum = new PosixChecksum();
                sum.update(listing(tree));
                sums.put(list(tree), listing(tree).length, sum.getValue());
                tar.text(list(tree), tree.listing());
            }
            for (Blob blob : blobs.values()) {
                sums.put(path(blob), blob.size(), write(blob, tar));
                progress.accept(blob.size());
            }
            for (FileTree tree : trees) {
                for (FileTree.Entry entry : tree.files()) {
                    tar.hardLink(path(tree, entry), source(entry));
                }
            }
            tar.text("sums", sums.text());
        }
        out.write("\n".repeat((int) (bytes() - entryBytes)).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Returns its checksum.
     *
     * @throws IOException also when it has another content by now
     */
    private static long write(Blob blob, TarWriter tar) throws IOException {
        MessageDigest hash = Hashes.digest();
        PosixChecksum sum = new PosixChecksum();
        try (InputStream in =
                new DigestInputStream(new CheckedInputStream(Files.newInputStream(blob.source()), sum), hash)) {
            tar.file(path(blob), in, blob.size(), blob.isExecutable());
        }
        if (!HexFormat.of().formatHex(hash.digest()).equals(blob.sha256())) {
            throw new IOException(blob.source() + " changes while it is being shipped");
        }
        return sum.getValue();
    }
}
