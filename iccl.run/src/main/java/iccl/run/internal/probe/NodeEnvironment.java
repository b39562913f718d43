package iccl.run.internal.probe;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.launch.ShellText;

/** The variables that the cluster file sets for a node: for its probe, since what is found depends on them, and all else. */
public final class NodeEnvironment {
    private NodeEnvironment() {}

    /** Shell lines that set them. */
    public static String script(Node node) {
        StringBuilder script = new StringBuilder();
        node.environment().forEach((name, value) -> script.append(export(name, ShellText.quote(value))));
        node.backendEnvironment().forEach((name, value) -> {
            String quoted = ShellText.quote(value);
            boolean isList = Node.PATH_VARIABLES.contains(name);
            script.append(export(name, isList ? quoted + "\"${" + name + ":+:$" + name + "}\"" : quoted));
        });
        return script.toString();
    }

    private static String export(String name, String value) {
        return "export " + name + "=" + value + "\n";
    }
}
