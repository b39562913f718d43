package iccl.run.internal.cluster;

import iccl.run.internal.launch.NearNames;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code cluster.yaml}; {@link ClusterKey} says what may stand in it. */
public final class ClusterFile {
    private static final long MOST_BYTES = 16L << 20;

    private final Path file;
    private final Mistakes mistakes;

    private ClusterFile(Path file) {
        this.file = file;
        this.mistakes = Mistakes.inFile(file.toString());
    }

    /** @throws UserMistake that names every mistake in the file with its line and column */
    public static Cluster read(Path file) {
        return new ClusterFile(file).read();
    }

    private Cluster read() {
        Section top = new Section(YamlText.parse(text(), mistakes), ClusterKey.Scope.CLUSTER, "", mistakes);
        Values values = new Values(top, mistakes);
        String directory = values.nodePath(ClusterKey.COMMON_DIR);
        Path absolute = file.toAbsolutePath().normalize();
        NodeReader reader = new NodeReader(values, directory, absolute.resolveSibling("."), mistakes);
        List<Node> nodes = nodes(top, reader);
        Cluster cluster = new Cluster(
                absolute.toString(),
                nodes,
                directory == null ? null : Values.local(directory).normalize(),
                values.arguments(ClusterKey.BACKEND_ARGS),
                values.nodePath(ClusterKey.LAUNCHER_SCRIPT),
                values.list(ClusterKey.EXCLUDES),
                mistakes.warnings());
        mistakes.throwIfAny();
        return cluster;
    }

    private List<Node> nodes(Section top, NodeReader reader) {
        List<Node> nodes = new ArrayList<>();
        var value = top.get(ClusterKey.NODES);
        if (value == null) {
            return nodes;
        }
        if (!(value instanceof SequenceNode entries)) {
            mistakes.add(
                    Place.of(value),
                    "'nodes' must be a list, not " + Scalars.describe(value),
                    "begin each node with a dash: - ip: HOST");
            return nodes;
        }
        if (entries.getValue().isEmpty()) {
            mistakes.add(Place.of(value), "'nodes' is empty", "add at least: - ip: HOST");
        }
        Map<Node, Place> seen = new HashMap<>();
        for (var entry : entries.getValue()) {
            int index = nodes.size();
            if (!(entry instanceof MappingNode mapping)) {
                mistakes.add(
                        Place.of(entry),
                        "a node must have keys, not be " + Scalars.describe(entry),
                        "write - ip: HOST");
                continue;
            }
            Node node = reader.read(mapping, index);
            Place first = seen.putIfAbsent(node.at(0), Place.of(entry));
            if (first != null && !node.host().isEmpty()) {
                mistakes.add(
                        Place.of(entry),
                        "this node is the same as the one in line " + first.line(),
                        "correct its ip, or give one of them all the slots");
            }
            nodes.add(node);
        }
        return nodes;
    }

    private String text() {
        try {
            if (Files.isDirectory(file)) {
                throw new UserMistake("-c " + file + " is a directory", "give the file inside it");
            }
            if (!Files.exists(file)) {
                throw new UserMistake("-c " + file + ": there is no such file", neighbours());
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new UserMistake("-c " + file + " is too large for a list of nodes", "is it the right file?");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new UserMistake("-c " + file + " is no text in UTF-8", "save it as UTF-8");
        } catch (IOException e) {
            throw new UserMistake("-c " + file + " cannot be read: " + e.getMessage(), "is it readable for you?");
        }
    }

    private String neighbours() throws IOException {
        Path folder = file.toAbsolutePath().normalize().getParent();
        Path name = file.getFileName();
        if (folder == null || name == null || !Files.isDirectory(folder)) {
            return "";
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> known = files.map(each -> String.valueOf(each.getFileName()))
                    .filter(each -> each.endsWith(".yaml") || each.endsWith(".yml"))
                    .toList();
            List<String> near = NearNames.of(name.toString(), known);
            return near.isEmpty() ? "icclrun template shows one to begin with" : NearNames.hint(name.toString(), near);
        }
    }
}
