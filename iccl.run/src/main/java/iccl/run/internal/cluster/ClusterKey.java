package iccl.run.internal.cluster;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The schema of {@code cluster.yaml}: every key, where it may stand, and what it takes. */
enum ClusterKey {
    NODES("nodes", Scope.CLUSTER, Kind.NODES, "hosts node machines workers"),
    COMMON_DIR("common_dir", Scope.CLUSTER, Kind.PATH, "workdir project directory"),
    COMMON_USER("common_user", Scope.CLUSTER, Kind.USER, "ssh_user username"),
    BACKEND_ARGS("backend_args", Scope.CLUSTER, Kind.ARGUMENTS, "mpi_args args"),
    LAUNCHER_SCRIPT("launcher_script", Scope.CLUSTER, Kind.PATH, "wrapper script"),
    EXCLUDES("excludes", Scope.CLUSTER, Kind.LIST, "ignore rsync_exclude"),

    IP("ip", Scope.NODE, Kind.HOST, "host hostname address name"),
    SLOTS("slots", Scope.NODE, Kind.COUNT, "ranks gpus processes max_slots"),
    TYPE("type", Scope.NODE, Kind.TYPE, "platform arch"),
    USER("user", Scope.NODE, Kind.USER, "ssh_user username"),
    DIR("dir", Scope.NODE, Kind.PATH, "directory project"),

    PORT("port", Scope.BOTH, Kind.PORT, "ssh_port"),
    IDENTITY("identity", Scope.BOTH, Kind.LOCAL_FILE, "identity_file ssh_key ssh_private_key key"),
    JUMP("jump", Scope.BOTH, Kind.JUMP, "proxy_jump jump_host proxy bastion"),
    INSTALL_DIR("install_dir", Scope.BOTH, Kind.PATH, "prefix install"),
    WORK_DIR("work_dir", Scope.BOTH, Kind.PATH, "cwd working_directory"),
    JAVA_HOME("java_home", Scope.BOTH, Kind.PATH, "jdk java jre"),
    ENV("env", Scope.BOTH, Kind.VARIABLES, "environment envs runtime_env"),
    BACKEND_ENV("backend_env", Scope.BOTH, Kind.VARIABLES, "mpi_env"),
    CMAKE_FLAGS("cmake_flags", Scope.BOTH, Kind.WORDS, "cmake_args cmake_options"),
    BUILD_COMMAND("build_command", Scope.BOTH, Kind.TEXT, "build command setup");

    /** Where keys stand. */
    enum Scope {
        /** At the top. */
        CLUSTER,
        /** In an entry of {@code nodes}. */
        NODE,
        /** At the top for all nodes, or in an entry instead. */
        BOTH
    }

    /** What a key takes. */
    enum Kind {
        NODES,
        /** A name or address of a host. */
        HOST,
        USER,
        PORT,
        /** At least 1. */
        COUNT,
        /** A platform's name. */
        TYPE,
        /** On the nodes. */
        PATH,
        /** On this machine; must be there. */
        LOCAL_FILE,
        JUMP,
        TEXT,
        /** Several words in one text, or a list. */
        WORDS,
        LIST,
        /** Names and values. */
        VARIABLES,
        /** Options, each with a value or a list of them. */
        ARGUMENTS
    }

    private final String key;
    private final Scope scope;
    private final Kind kind;
    private final String misnomers;

    ClusterKey(String key, Scope scope, Kind kind, String misnomers) {
        this.key = key;
        this.scope = scope;
        this.kind = kind;
        this.misnomers = misnomers;
    }

    /** As in the file. */
    String key() {
        return key;
    }

    Kind kind() {
        return kind;
    }

    boolean isRequired() {
        return this == NODES || this == IP;
    }

    /** What people write when they mean this one. */
    List<String> misnomers() {
        return List.of(misnomers.split(" "));
    }

    /** Those that may stand in a scope, which is not {@link Scope#BOTH}. */
    static Set<ClusterKey> in(Scope scope) {
        Set<ClusterKey> keys = EnumSet.noneOf(ClusterKey.class);
        Arrays.stream(values())
                .filter(each -> each.scope == scope || each.scope == Scope.BOTH)
                .forEach(keys::add);
        return keys;
    }

    static Optional<ClusterKey> find(String key, Scope scope) {
        return in(scope).stream().filter(each -> each.key.equals(key)).findFirst();
    }
}
