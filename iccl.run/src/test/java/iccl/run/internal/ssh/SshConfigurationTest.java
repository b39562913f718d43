package iccl.run.internal.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With the ssh that is installed, and with one that is older. */
@Timeout(60)
class SshConfigurationTest {
    private static final String WITH_AES = "processor\t: 0\nflags\t\t: fpu sse2 aes avx\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** The value of a keyword, as ssh reads the text in place of the user's and the site's configuration. */
    private String read(String text, String user, String keyword) throws IOException, InterruptedException {
        Path own = file("user_config", user);
        Path file = file(
                "ssh_config",
                text.replace("~/.ssh/config", own.toString()).replace("Include /etc/ssh/ssh_config\n", ""));
        Answer answer = Answer.of(List.of("ssh", "-G", "-F", file.toString(), "host"), Duration.ofSeconds(10));
        assertEquals(0, answer.status(), answer.text());
        return answer.text()
                .lines()
                .filter(line -> line.startsWith(keyword + " "))
                .map(line -> line.substring(keyword.length() + 1))
                .findFirst()
                .orElse("");
    }

    @Test
    void shouldBeTakenByTheSshThatIsInstalledAndPutTheQuickCipherFirst() throws Exception {
        String text = SshConfiguration.text("ssh", file("cpuinfo", WITH_AES));
        assertTrue(text.contains("Ciphers ^"), text);
        String ciphers = read(text, "", "ciphers");
        assertTrue(ciphers.startsWith("aes128-gcm@openssh.com,"), ciphers);
        assertTrue(ciphers.contains("chacha20-poly1305@openssh.com"), "for nodes that know no other: " + ciphers);
        assertFalse(read(text, "", "kexalgorithms").startsWith("sntrup761"), text);
    }

    @Test
    void shouldObeyWhatTheUserHasConfigured() throws Exception {
        String text = SshConfiguration.text("ssh", file("cpuinfo", WITH_AES));
        assertEquals("aes256-ctr", read(text, "Host *\n    Ciphers aes256-ctr\n", "ciphers"));
    }

    @Test
    void shouldLeaveTheCipherToSshWhereTheProcessorHasNoAes() throws Exception {
        String text = SshConfiguration.text("ssh", file("cpuinfo", "flags\t\t: fpu sse2\n"));
        assertFalse(text.contains("Ciphers"), text);
        assertFalse(SshConfiguration.text("ssh", folder.resolve("none")).contains("Ciphers"));
    }

    @Test
    void shouldWriteNothingThatAnOlderSshDoesNotTake() throws Exception {
        String old = ssh(
                """
                case $* in
                *^*) echo "command-line line 0: Bad SSH2 cipher spec" >&2; exit 255 ;;
                *) echo 'user root'; echo 'kexalgorithms curve25519-sha256,ecdh-sha2-nistp256' ;;
                esac
                """);
        assertEquals("", SshConfiguration.text(old, file("cpuinfo", WITH_AES)));
    }

    private String ssh(String script) throws IOException {
        Path program = file("ssh", "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program.toString();
    }

    /** A version may know a quick key exchange and begin with the slow one all the same. */
    @Test
    void shouldPutTheQuickKeyExchangeFirstWhereTheSlowOneIs() throws Exception {
        Path processors = file("cpuinfo", "flags\t\t: fpu sse2\n");
        String slow = "sntrup761x25519-sha512,sntrup761x25519-sha512@openssh.com";
        for (String first : List.of("sntrup761x25519-sha512@openssh.com", slow, slow + ",mlkem768x25519-sha256")) {
            String text = SshConfiguration.text(ssh("echo kexalgorithms " + first + ",curve25519-sha256"), processors);
            assertTrue(text.contains("KexAlgorithms ^ecdh-sha2-nistp256,curve25519-sha256\n"), first);
        }
        for (String first : List.of("mlkem768x25519-sha256," + slow, "curve25519-sha256," + slow)) {
            String script = "echo gssapikexalgorithms sntrup761; echo kexalgorithms " + first;
            assertEquals("", SshConfiguration.text(ssh(script), processors), first);
        }
    }

    @Test
    void shouldBeNoneWithoutSshOrWhereNoneIsNeeded() throws Exception {
        assertEquals("", SshConfiguration.text(folder.resolve("no-ssh").toString(), file("cpuinfo", WITH_AES)));
        assertNull(SshConfiguration.make(folder, List.of(Node.of(0, "localhost")), SshConfiguration::text));
    }
}
