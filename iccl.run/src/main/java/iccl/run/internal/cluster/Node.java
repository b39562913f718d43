package iccl.run.internal.cluster;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the node list, with what the file says for all nodes already merged in. Two entries may name one host.
 * Paths other than {@code identity} are the node's; they are absolute or begin with {@code ~/}.
 *
 * @param index its place in the list, from 0
 * @param host a name or an address, IPv6 without brackets; never empty
 * @param access how ssh gets there
 * @param slots how many ranks it takes; at least 1
 * @param directory the user's project on this node ({@code dir}, else {@code common_dir}); null when not stated
 * @param workDirectory where ranks start ({@code work_dir}); null when not stated
 * @param installDirectory where the runtime is deployed ({@code install_dir}); null when not stated
 * @param type the platform, such as {@code cpu}; null to detect it
 * @param javaHome the JDK or JRE to use; null to look for one
 * @param environment set for builds and ranks as it stands ({@code env})
 * @param backendEnvironment likewise ({@code backend_env}), but a variable of {@link #PATH_VARIABLES} goes in front of
 *     what the node has
 * @param build how {@code --build} builds
 */
public record Node(
        int index,
        String host,
        Access access,
        int slots,
        @Nullable String directory,
        @Nullable String workDirectory,
        @Nullable String installDirectory,
        @Nullable String type,
        @Nullable String javaHome,
        Map<String, String> environment,
        Map<String, String> backendEnvironment,
        Build build) {

    /** Lists of directories: a node's value of {@code backend_env} goes in front of the common one. */
    public static final List<String> PATH_VARIABLES = List.of("LD_LIBRARY_PATH", "PATH", "CPATH", "LIBRARY_PATH");

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "::1");

    /** A node of which only the host is known; takes one rank. */
    public static Node of(int index, String host) {
        return new Node(
                index, host, Access.DEFAULT, 1, null, null, null, null, null, Map.of(), Map.of(), Build.DEFAULT);
    }

    /** Whether it is this machine, as the user who asks: then it takes no ssh. */
    public boolean isLocal() {
        return isLocal(host) && access.equals(Access.DEFAULT);
    }

    /** Whether a host's name says that it is this machine. */
    static boolean isLocal(String host) {
        return THIS_MACHINE.contains(host);
    }

    /** This node at another place of the list. */
    Node at(int newIndex) {
        return new Node(
                newIndex,
                host,
                access,
                slots,
                directory,
                workDirectory,
                installDirectory,
                type,
                javaHome,
                environment,
                backendEnvironment,
                build);
    }

    /** This node with another way to it and another number of ranks. */
    Node with(Access newAccess, int newSlots) {
        return new Node(
                index,
                host,
                newAccess,
                newSlots,
                directory,
                workDirectory,
                installDirectory,
                type,
                javaHome,
                environment,
                backendEnvironment,
                build);
    }

    /** For messages: the entry's number, counted from 1, and how to reach it, such as {@code node 2 (ann@10.0.0.2:2222)}. */
    public String label() {
        return "node " + (index + 1) + " (" + address() + ")";
    }

    /** Such as {@code ann@10.0.0.2:2222} or {@code [fe80::1]:2222}. */
    public String address() {
        String user = access.user() == null ? "" : access.user() + "@";
        if (access.port() == 0) {
            return user + host;
        }
        return user + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + access.port();
    }

    /**
     * How ssh gets to a node. What is not stated is left to ssh and its own configuration.
     *
     * @param user null when not stated
     * @param port 0 when not stated
     * @param identity a private key's file on this machine; null when not stated
     * @param jump {@code [user@]host[:port]}, several with commas between, as for {@code ssh -J}; null when not stated
     */
    public record Access(@Nullable String user, int port, @Nullable String identity, @Nullable String jump) {
        /** All left to ssh. */
        public static final Access DEFAULT = new Access(null, 0, null, null);
    }

    /**
     * How a node builds the user's project.
     *
     * @param cmakeFlags words for CMake's command line; the node's own replace the common ones
     * @param command a line for the node's shell, run in the project's directory; null to recognise CMake, Make or Maven
     */
    public record Build(List<String> cmakeFlags, @Nullable String command) {
        /** Nothing stated. */
        public static final Build DEFAULT = new Build(List.of(), null);
    }
}
