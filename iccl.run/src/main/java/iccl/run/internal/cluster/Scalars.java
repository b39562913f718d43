package iccl.run.internal.cluster;

import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** What nodes of a YAML text are, for messages and decisions. */
final class Scalars {
    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
    private static final int SHOWN = 40;

    private Scalars() {}

    /** Whether a key stands there without a value. */
    static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar
                && scalar.getScalarStyle() == ScalarStyle.PLAIN
                && NOTHING.contains(scalar.getValue());
    }

    /** Such as {@code 'two'} or {@code a list}. */
    static String describe(Node node) {
        if (node instanceof SequenceNode) {
            return "a list";
        }
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        return isNothing(node) ? "nothing" : quote(((ScalarNode) node).getValue());
    }

    /** Short, and on one line. */
    static String quote(String text) {
        String line = text.replaceAll("\\s+", " ");
        return "'" + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…") + "'";
    }
}
