package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ssh does where neither the user's configuration nor the site's says anything. OpenSSH 8.5 to 9.8 make keys for
 * sntrup761, their first choice, which takes 80 ms of processor time for each connection: with many nodes that is most of a
 * job's start. Curve25519, the choice before and after them in part, takes 5 ms. {@code KexAlgorithms} in the user's or the
 * site's configuration is obeyed.
 */
public final class SshConfiguration {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String SLOW = "sntrup761x25519-sha512@openssh.com";
    private static final String QUICK_SUCCESSOR = "mlkem768x25519-sha256";

    /** The first value that ssh finds for a keyword is the one that counts. */
    private static final String TEXT =
            """
            Include ~/.ssh/config
            Include /etc/ssh/ssh_config
            Host *
                KexAlgorithms ^curve25519-sha256
            """;

    private SshConfiguration() {}

    /**
     * Returns the file for {@code ssh -F}; null where ssh's own configuration is to be used.
     *
     * @param directory the job's
     */
    public static @Nullable Path make(Path directory, List<Node> nodes) throws IOException, InterruptedException {
        if (nodes.stream().allMatch(Node::isLocal) || !isSlow()) {
            return null;
        }
        return Files.writeString(directory.resolve("ssh_config"), TEXT);
    }

    private static boolean isSlow() throws InterruptedException {
        try {
            List<String> known = Answer.of(List.of("ssh", "-Q", "kex"), LIMIT)
                    .text()
                    .lines()
                    .map(String::strip)
                    .toList();
            return known.contains(SLOW) && !known.contains(QUICK_SUCCESSOR);
        } catch (IOException e) {
            // Without ssh the first connection says so.
            return false;
        }
    }
}
