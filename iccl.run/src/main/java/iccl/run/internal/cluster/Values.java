package iccl.run.internal.cluster;

import iccl.run.internal.launch.ShellText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the values of a section; what is of the wrong kind becomes a mistake and counts as not given. */
final class Values {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern HOME = Pattern.compile("(~|\\$HOME|\\$\\{HOME})(?=/|$)");

    private final Section section;
    private final Mistakes mistakes;

    Values(Section section, Mistakes mistakes) {
        this.section = section;
        this.mistakes = mistakes;
    }

    boolean has(ClusterKey key) {
        return section.get(key) != null;
    }

    Place place(ClusterKey key) {
        Node value = section.get(key);
        return value == null ? section.place() : Place.of(value);
    }

    /** As written, whatever it looks like; never empty. */
    @Nullable
    String text(ClusterKey key) {
        Node value = section.get(key);
        if (value == null) {
            return null;
        }
        String text = text(value, "'" + key.key() + "' must be a text");
        if (text != null && text.isBlank()) {
            mistakes.add(Place.of(value), "'" + key.key() + "' is empty", "fill it in or remove the line");
            return null;
        }
        return text;
    }

    private @Nullable String text(Node value, String rule) {
        if (value instanceof ScalarNode scalar) {
            if (scalar.getValue().indexOf('\0') >= 0) {
                mistakes.add(Place.of(value), rule + " without the character NUL", "");
                return null;
            }
            return scalar.getValue();
        }
        mistakes.add(Place.of(value), rule + ", not " + Scalars.describe(value), "");
        return null;
    }

    /** From 1 on; 0 when not given. */
    int number(ClusterKey key, int most, String title) {
        Node value = section.get(key);
        if (value == null) {
            return 0;
        }
        String text = text(value, "'" + key.key() + "' must be a whole number");
        return text == null ? 0 : HostText.number(text, most, title, Place.of(value), mistakes);
    }

    /** Absolute, or begins with {@code ~/}. */
    @Nullable
    String nodePath(ClusterKey key) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        String path = HOME.matcher(text).replaceFirst("~");
        if (path.startsWith("/") || path.equals("~") || path.startsWith("~/")) {
            return path;
        }
        mistakes.add(
                place(key),
                "'" + key.key() + "' is " + Scalars.quote(text) + ", which is no absolute path",
                "begin it with / or ~/");
        return null;
    }

    /** A file on this machine; relative to {@code folder}. */
    @Nullable
    String localFile(ClusterKey key, Path folder) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        Path file = folder.resolve(HOME.matcher(text).replaceFirst(home())).normalize();
        if (!Files.isRegularFile(file)) {
            mistakes.add(place(key), "'" + key.key() + "': there is no file " + file + " on this machine", "");
            return null;
        }
        return file.toString();
    }

    private static String home() {
        return java.util.regex.Matcher.quoteReplacement(System.getProperty("user.home"));
    }

    /** The path on this machine that a path on the nodes would be here. */
    static Path local(String nodePath) {
        return Path.of(HOME.matcher(nodePath).replaceFirst(home()));
    }

    @Nullable
    String user(ClusterKey key) {
        String text = text(key);
        if (text != null && !HostName.isUser(text)) {
            mistakes.add(place(key), Scalars.quote(text) + " is no name of a user", "");
            return null;
        }
        return text;
    }

    /** A text of words, with quotes where a word holds blanks, or a list of words. */
    List<String> words(ClusterKey key) {
        Node value = section.get(key);
        if (value instanceof SequenceNode) {
            return list(key);
        }
        String text = value == null ? null : text(value, "'" + key.key() + "' must be a text or a list");
        return text == null ? List.of() : ShellText.split(text);
    }

    /** A list of texts; one text is a list of one. */
    List<String> list(ClusterKey key) {
        Node value = section.get(key);
        return value == null ? List.of() : list(value, key);
    }

    private List<String> list(Node value, ClusterKey key) {
        String rule = "'" + key.key() + "' must be a list of texts";
        List<String> texts = new ArrayList<>();
        List<Node> entries = value instanceof SequenceNode several ? several.getValue() : List.of(value);
        for (Node entry : entries) {
            String text = text(entry, rule);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** Variables of the environment; a value without text is empty. */
    Map<String, String> variables(ClusterKey key) {
        Map<String, String> variables = new LinkedHashMap<>();
        forEach(key, "names and values", (name, value) -> {
            if (!VARIABLE.matcher(name.getValue()).matches()) {
                mistakes.add(
                        Place.of(name),
                        Scalars.quote(name.getValue()) + " is no name for a variable",
                        "letters, digits and _ make one");
                return;
            }
            String rule = "the value of '" + name.getValue() + "' must be a text";
            String text = Scalars.isNothing(value) ? "" : text(value, rule);
            if (text != null) {
                variables.put(name.getValue(), text);
            }
        });
        return variables;
    }

    /** Words for a command line: an option before each of its values, or alone when it has none. */
    List<String> arguments(ClusterKey key) {
        List<String> words = new ArrayList<>();
        forEach(key, "options and their values", (option, value) -> {
            if (Scalars.isNothing(value)) {
                words.add(option.getValue());
                return;
            }
            for (String text : list(value, key)) {
                words.add(option.getValue());
                words.addAll(ShellText.split(text));
            }
        });
        return words;
    }

    private void forEach(ClusterKey key, String title, BiConsumer<ScalarNode, Node> action) {
        Node value = section.get(key);
        if (value == null) {
            return;
        }
        if (!(value instanceof MappingNode mapping)) {
            mistakes.add(
                    Place.of(value), "'" + key.key() + "' must hold " + title + ", not " + Scalars.describe(value), "");
            return;
        }
        Map<String, Place> seen = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
                mistakes.add(Place.of(tuple.getKeyNode()), "a name must be a word", "");
                continue;
            }
            Place first = seen.putIfAbsent(name.getValue(), Place.of(name));
            if (first != null) {
                mistakes.add(
                        Place.of(name),
                        "'" + name.getValue() + "' is given twice, first in line " + first.line(),
                        "keep one of them");
            } else if (name.getValue().equals("<<") && tuple.getValueNode() instanceof MappingNode) {
                mistakes.add(Place.of(name), "'<<' is understood for nodes only", "write the variables out");
            } else {
                action.accept(name, tuple.getValueNode());
            }
        }
    }
}
