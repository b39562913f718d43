package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What ssh does where neither the user's configuration nor the site's says anything; what these say of {@code KexAlgorithms}
 * and {@code Ciphers} is obeyed. With many nodes these are most of a job's start:
 *
 * <ul>
 *   <li>OpenSSH 9.0 to 9.9 make keys for sntrup761, their first choice, which takes 80 ms of processor time for each
 *       connection. Curve25519, the first choice before them and a part of that of 10.0, takes 5 ms, as OpenSSH computes it
 *       by itself; P-256, which OpenSSL computes for it, takes less than one.
 *   <li>A processor with instructions for AES encrypts by AES-GCM several times as fast as by ChaCha20, the first choice.
 * </ul>
 */
public final class SshConfiguration {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Pattern SLOW = Pattern.compile("(?m)^kexalgorithms sntrup761");
    private static final String QUICK_KEY_EXCHANGE = "KexAlgorithms ^ecdh-sha2-nistp256,curve25519-sha256";
    private static final String QUICK_CIPHER = "Ciphers ^aes128-gcm@openssh.com";
    private static final Pattern HAS_AES = Pattern.compile("^(flags|Features)\\b.*\\baes\\b");

    /** The first value that ssh finds for a keyword is the one that counts. */
    private static final String TEXT =
            """
            Include ~/.ssh/config
            Include /etc/ssh/ssh_config
            Host *
            """;

    private SshConfiguration() {}

    /** Tells {@link #text}: at once, or when whoever has asked for it meanwhile has it. */
    public interface Source {
        String text() throws IOException, InterruptedException;
    }

    /**
     * Returns the file for {@code ssh -F}; null where ssh's own configuration is to be used.
     *
     * @param directory the job's
     */
    public static @Nullable Path make(Path directory, List<Node> nodes, Source source)
            throws IOException, InterruptedException {
        if (nodes.stream().allMatch(Node::isLocal)) {
            return null;
        }
        String text = source.text();
        return text.isEmpty() ? null : Files.writeString(directory.resolve("ssh_config"), text);
    }

    /** For the ssh and the processor here; takes ssh's start, or two. */
    public static String text() throws InterruptedException {
        return text("ssh", Path.of("/proc/cpuinfo"));
    }

    /** Empty where ssh does well by itself. */
    static String text(String ssh, Path processors) throws InterruptedException {
        String choices = (isKeyExchangeSlow(ssh) ? "    " + QUICK_KEY_EXCHANGE + "\n" : "")
                + (isAesQuick(processors) && isTaken(ssh, QUICK_CIPHER) ? "    " + QUICK_CIPHER + "\n" : "");
        return choices.isEmpty() ? "" : TEXT + choices;
    }

    /** By the first choice of the client here. What it knows beside says nothing: 9.9 knows the quick successor already. */
    private static boolean isKeyExchangeSlow(String ssh) throws InterruptedException {
        return SLOW.matcher(ask(ssh, "-G", "-F", "/dev/null", "localhost")).find();
    }

    /** By this machine's processor; nodes are of its kind, mostly. */
    private static boolean isAesQuick(Path processors) {
        try (Stream<String> lines = Files.lines(processors, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> HAS_AES.matcher(line).find());
        } catch (IOException e) {
            // A system without this file: then as ssh has it.
            return false;
        }
    }

    /** Whether the client here knows it: a cipher, and {@code ^}, which came with OpenSSH 8.1. Connects nowhere. */
    private static boolean isTaken(String ssh, String choice) throws InterruptedException {
        return !ask(ssh, "-G", "-F", "/dev/null", "-o", choice.replace(' ', '='), "localhost")
                .isEmpty();
    }

    /** What the client here says; empty when it refuses. */
    private static String ask(String ssh, String... words) throws InterruptedException {
        try {
            Answer answer =
                    Answer.of(Stream.concat(Stream.of(ssh), Stream.of(words)).toList(), LIMIT);
            return answer.status() == 0 ? answer.text() : "";
        } catch (IOException e) {
            // Without ssh the first connection says so.
            return "";
        }
    }
}
