package iccl.run.internal.start;

import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.ProbedNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether nodes can run one job together at all. */
public final class Compatibility {
    private Compatibility() {}

    /** @throws UserMistake saying which nodes differ in what */
    public static void check(List<ProbedNode> nodes) {
        requireSame(
                nodes,
                "the nodes differ in byte order",
                node -> node.facts().isLittleEndian() ? "little endian" : "big endian",
                "messages between them would be scrambled: use nodes of one kind");
        for (ProbedNode node : nodes) {
            boolean isStated = node.node().workDirectory() != null;
            if (isStated && node.facts().value("work").isEmpty()) {
                throw new UserMistake(
                        node.node().label() + ": its work_dir " + node.node().workDirectory() + " does not exist",
                        "make it there, or correct work_dir");
            }
        }
    }

    private static void requireSame(
            List<ProbedNode> nodes, String what, Function<ProbedNode, String> value, String hint) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        nodes.forEach(node -> groups.computeIfAbsent(value.apply(node), key -> new java.util.ArrayList<>())
                .add(node.node().label()));
        if (groups.size() > 1) {
            throw new UserMistake(
                    what + ": "
                            + groups.entrySet().stream()
                                    .map(group -> String.join(", ", group.getValue()) + ": " + group.getKey())
                                    .collect(Collectors.joining("; ")),
                    hint);
        }
    }
}
