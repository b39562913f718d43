package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.launch.ShellText;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Why a node cannot be reached, in words, and what to do about it.
 *
 * @param reason in one line
 * @param remedy may be empty
 */
public record SshTrouble(String reason, String remedy) {
    /** Its status when the connection breaks; at keep-alive's end it says nothing. */
    private static final int LOST = 255;

    private record Known(Pattern sign, String reason, Function<SshCommand, String> remedy) {
        Known(String sign, String reason, Function<SshCommand, String> remedy) {
            this(Pattern.compile(sign), reason, remedy);
        }
    }

    /** In this order: ssh says of a changed key, too, that the verification failed. */
    private static final List<Known> ALL = List.of(
            new Known(
                    "REMOTE HOST IDENTIFICATION HAS CHANGED|differs from the key for the IP address",
                    "its host key has changed",
                    command -> "if the host was installed anew, forget the old key: ssh-keygen -R "
                            + ShellText.quote(knownName(command.node()))
                            + " ; if not, somebody may stand in between: do not go on"),
            new Known(
                    "Host key verification failed|No .* host key is known",
                    "its host key is not known here",
                    command -> "pass --accept-new-host-keys, or check the key and accept it: " + command.byHand()),
            new Known(
                    "Identity file .* not accessible",
                    "the key file is not there",
                    command -> "check identity in the cluster file: "
                            + command.node().access().identity()),
            new Known(
                    "Permission denied|Too many authentication failures|no mutual signature",
                    "it refuses our key",
                    command -> "does this log in without a password? " + command.byHand()
                            + " ; if not: ssh-copy-id, or check user and identity"),
            new Known(
                    "Could not resolve hostname",
                    "its name does not resolve",
                    command -> "check the spelling, /etc/hosts and DNS: getent hosts "
                            + ShellText.quote(command.node().host())),
            new Known(
                    "Connection refused",
                    "nothing listens on its ssh port",
                    command -> "is sshd running there, and on that port? " + command.byHand()),
            new Known(
                    "banner exchange|kex_exchange_identification: read: Connection timed out",
                    "it accepts the connection but does not answer",
                    command -> "is it overloaded, or is it no ssh server on that port? " + command.byHand()),
            new Known(
                    "Connection to .* closed by remote host",
                    "its ssh server ended the connection",
                    command -> "did it go down, or was sshd stopped there?"),
            new Known(
                    "kex_exchange_identification|Connection closed by|Connection reset",
                    "it closes the connection at once",
                    command -> "look into its sshd's log (MaxStartups, AllowUsers, hosts.deny)"),
            new Known(
                    "timed out|No route to host|Network is unreachable|Host is down",
                    "it does not answer",
                    command -> "is it switched on, the address right, and no firewall between? ping "
                            + ShellText.quote(command.node().host())),
            new Known(
                    "Bad owner or permissions|Bad configuration option|terminating, [0-9]+ bad configuration",
                    "ssh does not accept its own configuration",
                    command -> "mend ~/.ssh/config: " + command.byHand()));

    /**
     * @param said what ssh wrote to standard error
     * @param status with which it ended
     */
    static SshTrouble of(SshCommand command, String said, int status) {
        if (said.isBlank() && status == LOST) {
            return new SshTrouble(
                    "it does not answer any more", "is it still up, and the network between? " + command.byHand());
        }
        String last = said.isBlank()
                ? "ssh ended with status " + status + " and said nothing"
                : said.strip()
                        .substring(said.strip().lastIndexOf('\n') + 1)
                        .strip()
                        .replaceFirst("^ssh: ", "");
        for (Known known : ALL) {
            if (known.sign().matcher(said).find()) {
                return new SshTrouble(
                        known.reason() + " (ssh: " + last + ")", known.remedy().apply(command));
            }
        }
        return new SshTrouble("ssh does not get there: " + last, "try by hand: " + command.byHand());
    }

    /** It let us in and then did not run our script in time. */
    static SshTrouble silent(SshCommand command, long seconds) {
        return new SshTrouble(
                "it accepts the connection but does not answer within " + seconds + " s",
                "is it overloaded? Does its shell start a program? " + command.byHand());
    }

    private static String knownName(Node node) {
        int port = node.access().port();
        return port == 0 || port == 22 ? node.host() : "[" + node.host() + "]:" + port;
    }
}
