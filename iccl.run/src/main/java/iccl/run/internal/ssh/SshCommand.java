package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command lines of OpenSSH's client for one node. What the cluster file does not state is left to ssh's own
 * configuration, so that whatever lets {@code ssh host} work works here.
 *
 * @param node where to
 * @param socket where the node's one connection is shared; its path is short, since a socket's name ends at 104 bytes
 * @param areNewHostKeysAccepted whether ssh takes the key of a host that it does not know
 * @param configuration instead of ssh's own files, which it includes; null for these
 */
public record SshCommand(Node node, Path socket, boolean areNewHostKeysAccepted, @Nullable Path configuration) {
    /** Never asks, never hangs, and does nothing of what a user's configuration has for their own sessions. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("BatchMode", "yes"),
            Map.entry("ConnectTimeout", "10"),
            Map.entry("ConnectionAttempts", "1"),
            // A cut link is seen after four seconds: with what follows, the job is over within five.
            Map.entry("ServerAliveInterval", "1"),
            Map.entry("ServerAliveCountMax", "3"),
            Map.entry("LogLevel", "ERROR"),
            Map.entry("EscapeChar", "none"),
            Map.entry("ClearAllForwardings", "yes"),
            Map.entry("ForwardX11", "no"),
            Map.entry("PermitLocalCommand", "no"),
            Map.entry("RemoteCommand", "none"),
            Map.entry("RequestTTY", "no"),
            Map.entry("ControlPersist", "no"));

    /** Opens the connection and runs a command over it; the connection lasts as long as the command. */
    List<String> opening(String remoteCommand) {
        return of("yes", remoteCommand);
    }

    /** Runs another command over the same connection, or over one of its own where the server allows one session only. */
    public List<String> joining(String remoteCommand) {
        return of("no", remoteCommand);
    }

    /** Where a user would check by hand. */
    String byHand() {
        List<String> words = new ArrayList<>(List.of("ssh"));
        words.addAll(access());
        words.add(destination());
        return iccl.run.internal.launch.ShellText.quoteAll(words);
    }

    private List<String> of(String master, String remoteCommand) {
        return node.isLocal() ? LocalCommand.of(remoteCommand) : overSsh(master, remoteCommand);
    }

    private List<String> overSsh(String master, String remoteCommand) {
        List<String> words = new ArrayList<>();
        // In a session of its own it hears no Ctrl-C and finds no terminal to ask on.
        words.add("setsid");
        words.add("ssh");
        if (configuration != null) {
            words.addAll(List.of("-F", configuration.toString()));
        }
        words.add("-o");
        words.add("ControlMaster=" + master);
        words.add("-o");
        words.add("ControlPath=" + socket);
        OPTIONS.forEach((name, value) -> {
            words.add("-o");
            words.add(name + "=" + value);
        });
        if (areNewHostKeysAccepted) {
            words.add("-o");
            words.add("StrictHostKeyChecking=accept-new");
        }
        words.addAll(access());
        words.add("--");
        words.add(destination());
        words.add(remoteCommand);
        return words;
    }

    private List<String> access() {
        Node.Access access = node.access();
        List<String> words = new ArrayList<>();
        if (access.port() != 0) {
            words.add("-p");
            words.add(Integer.toString(access.port()));
        }
        if (access.identity() != null) {
            words.add("-i");
            words.add(access.identity());
        }
        if (access.jump() != null) {
            words.add("-J");
            words.add(access.jump());
        }
        if (access.user() != null) {
            words.add("-l");
            words.add(access.user());
        }
        return words;
    }

    /** A host that begins with a dash is no option: {@code --} stands in front of it. */
    private String destination() {
        return node.host();
    }
}
