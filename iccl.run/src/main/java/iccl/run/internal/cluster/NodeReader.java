package iccl.run.internal.cluster;

import iccl.run.internal.launch.NearNames;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/** Reads one entry of the node list, and fills in what the file says for all nodes. */
final class NodeReader {
    /** As InfiniCCL has it. */
    private static final int DEFAULT_SLOTS = 8;

    /** As InfiniCCL has it, too. */
    private static final String DEFAULT_USER = "root";

    /** Names that a vendor's bundle may have, too; others only get a warning. */
    private static final List<String> TYPES =
            List.of("cpu", "nvidia", "metax", "cambricon", "moore", "iluvatar", "hygon", "ascend");

    private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");

    private final Values common;
    private final @Nullable String directory;
    private final Path folder;
    private final Mistakes mistakes;
    private final Node defaults;

    /**
     * @param directory the value of {@code common_dir}
     * @param folder where the file lies
     */
    NodeReader(Values common, @Nullable String directory, Path folder, Mistakes mistakes) {
        this.common = common;
        this.directory = directory;
        this.folder = folder;
        this.mistakes = mistakes;
        this.defaults = defaults();
    }

    private Node defaults() {
        String user = common.user(ClusterKey.COMMON_USER);
        return new Node(
                0,
                "",
                access(common, user == null ? DEFAULT_USER : user),
                DEFAULT_SLOTS,
                directory,
                common.nodePath(ClusterKey.WORK_DIR),
                common.nodePath(ClusterKey.INSTALL_DIR),
                null,
                common.nodePath(ClusterKey.JAVA_HOME),
                common.variables(ClusterKey.ENV),
                common.variables(ClusterKey.BACKEND_ENV),
                new Node.Build(common.words(ClusterKey.CMAKE_FLAGS), common.text(ClusterKey.BUILD_COMMAND)));
    }

    private Node.Access access(Values values, @Nullable String user) {
        return new Node.Access(
                user,
                values.number(ClusterKey.PORT, HostText.MOST_PORTS, "port"),
                values.localFile(ClusterKey.IDENTITY, folder),
                jump(values));
    }

    private @Nullable String jump(Values values) {
        String text = values.text(ClusterKey.JUMP);
        if (text == null || text.equals("none")) {
            return text;
        }
        for (String hop : text.split(",", -1)) {
            if (HostText.parse(hop, HostText.Suffix.PORT, values.place(ClusterKey.JUMP), mistakes) == null) {
                return null;
            }
        }
        return text;
    }

    /** The host's name is empty after a mistake. */
    Node read(MappingNode entry, int index) {
        String title = " in node " + (index + 1);
        Values values = new Values(new Section(entry, ClusterKey.Scope.NODE, title, mistakes), mistakes);
        HostText host = host(values);
        String user = values.user(ClusterKey.USER);
        if (user != null && host.user() != null) {
            mistakes.add(values.place(ClusterKey.USER), "the user is given twice" + title, "keep one of them");
        }
        int slots = values.number(ClusterKey.SLOTS, HostText.MOST_SLOTS, "number of slots");
        return new Node(
                index,
                host.host(),
                access(values, host, user),
                slots == 0 ? DEFAULT_SLOTS : slots,
                or(values.nodePath(ClusterKey.DIR), defaults.directory()),
                or(values.nodePath(ClusterKey.WORK_DIR), defaults.workDirectory()),
                or(values.nodePath(ClusterKey.INSTALL_DIR), defaults.installDirectory()),
                type(values),
                or(values.nodePath(ClusterKey.JAVA_HOME), defaults.javaHome()),
                environment(defaults.environment(), values.variables(ClusterKey.ENV), List.of()),
                environment(
                        defaults.backendEnvironment(), values.variables(ClusterKey.BACKEND_ENV), Node.PATH_VARIABLES),
                build(values));
    }

    private HostText host(Values values) {
        HostText nobody = new HostText("", null, 0, 0);
        String text = values.text(ClusterKey.IP);
        if (text == null) {
            return nobody;
        }
        HostText host = HostText.parse(text.strip(), HostText.Suffix.NONE, values.place(ClusterKey.IP), mistakes);
        return host == null ? nobody : host;
    }

    private @Nullable String type(Values values) {
        String type = values.text(ClusterKey.TYPE);
        if (type == null || type.equals("auto")) {
            return null;
        }
        if (!TYPE.matcher(type).matches()) {
            mistakes.add(
                    values.place(ClusterKey.TYPE),
                    Scalars.quote(type) + " is no type of node",
                    "write one such as cpu");
            return null;
        }
        if (!TYPES.contains(type)) {
            mistakes.warn(
                    values.place(ClusterKey.TYPE),
                    "the type " + Scalars.quote(type) + " is none of ICCL's",
                    NearNames.hint(type, TYPES));
        }
        return type;
    }

    private Node.Build build(Values values) {
        String command = values.text(ClusterKey.BUILD_COMMAND);
        return new Node.Build(
                values.has(ClusterKey.CMAKE_FLAGS)
                        ? values.words(ClusterKey.CMAKE_FLAGS)
                        : defaults.build().cmakeFlags(),
                or(command, defaults.build().command()));
    }

    private Node.Access access(Values values, HostText host, @Nullable String user) {
        Node.Access own = access(values, user == null ? host.user() : user);
        // This machine takes no ssh, whatever is said for all nodes; as InfiniCCL has it.
        return Node.isLocal(host.host()) && own.equals(Node.Access.DEFAULT) ? own : merge(own, defaults.access());
    }

    private static Node.Access merge(Node.Access own, Node.Access common) {
        String jump = or(own.jump(), common.jump());
        return new Node.Access(
                or(own.user(), common.user()),
                own.port() == 0 ? common.port() : own.port(),
                or(own.identity(), common.identity()),
                "none".equals(jump) ? null : jump);
    }

    private static @Nullable String or(@Nullable String own, @Nullable String common) {
        return own == null ? common : own;
    }

    private static Map<String, String> environment(
            Map<String, String> common, Map<String, String> own, List<String> paths) {
        Map<String, String> merged = new LinkedHashMap<>(common);
        own.forEach((name, value) -> merged.merge(
                name, value, (there, here) -> paths.contains(name) && !there.isEmpty() ? here + ":" + there : here));
        return Collections.unmodifiableMap(merged);
    }
}
