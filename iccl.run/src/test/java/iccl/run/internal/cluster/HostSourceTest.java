package iccl.run.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class HostSourceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    /** Such as {@code ann@a:22 x2, b x1}. */
    private static String text(Cluster cluster) {
        return cluster.nodes().stream()
                .map(node -> node.address() + " x" + node.slots())
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a                            | a x1",
                "a:2,b:3                      | a x2, b x3",
                "a:2,b,a:1                    | a x3, b x1",
                "A,a                          | A x2",
                "node_1.example.org:4         | node_1.example.org x4",
                "10.0.0.1:2,10.0.0.10:2       | 10.0.0.1 x2, 10.0.0.10 x2",
                "[fe80::1]:2,::1              | fe80::1 x2, ::1 x1",
                "[fe80::1%eth0]               | fe80::1%eth0 x1",
                "ann@a:2,bob@a:2              | ann@a x2, bob@a x2",
                "ann@[fe80::1]:2              | ann@fe80::1 x2",
                "DOM\\ann@a                   | DOM\\ann@a x1",
                "ann@realm@a:2                | ann@realm@a x2",
                "ssh://ann@a:2222,ssh://b     | ann@a:2222 x1, b x1",
                "a slots=2 port=22,b:1        | a:22 x2, b x1",
                "a:2 user=ann max_slots=4     | ann@a x2",
                "' a:1 , b:2 '                | a x1, b x2",
            })
    void shouldReadHostsOfAnOption(String option, String expected) {
        assertEquals(expected, text(HostSource.ofOption(List.of(option))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            nullValues = "-",
            value = {
                "''                 | column 1: there is no host                       | write -H host:slots,host:slots",
                "a,,b               | column 3: there is no host                       | write -H host:slots,host:slots",
                "a:0                | column 1: '0' is no number of slots              | give a whole number from 1 to 1000000",
                "a:-1               | column 1: '-1' is no number of slots             | give a whole number from 1 to 1000000",
                "a:x                | column 1: 'x' is no number of slots              | give a whole number from 1 to 1000000",
                "a:*                | column 1: '*' is no number of slots              | give a whole number from 1 to 1000000",
                "a:                 | column 1: '' is no number of slots               | give a whole number from 1 to 1000000",
                "b,a:2:3            | column 3: 'a:2:3' is no IPv6 address             | write a name or an address",
                "[fe80::1:2         | column 1: '[fe80::1:2' is no host                | write [user@]host; an IPv6 address in brackets",
                "[fe80::g]:2        | column 1: 'fe80::g' is no IPv6 address           | write a name or an address",
                "n[1-4]             | column 1: 'n[1-4]' is no host                    | write [user@]host; an IPv6 address in brackets",
                "@a                 | column 1: '' is no name of a user                | write user@host",
                "ann@               | column 1: the name of the host is missing        | write a name or an address",
                "-oX=1              | column 1: '-oX=1' is no name of a host           | write a name or an address",
                "a b                | column 3: 'b' cannot follow a host               | one host a line, or commas between them; settings are written slots=N",
                "a slot=2 slots=1   | column 10: the number of slots is given twice for a | keep one of them",
                "a slits=2          | column 3: 'slits' cannot follow a host           | did you mean slots?",
                "a slots=4 max_slots=2 | column 11: 4 slots are more than max_slots=2  | raise one or lower the other",
                "ann@a user=bob     | column 7: the user is given twice for a          | keep one of them",
                "ssh://a:22 port=23 | column 12: the port is given twice for a         | keep one of them",
                "a port=0           | column 3: '0' is no port                         | give a whole number from 1 to 65535",
                "+n1                | column 1: '+n1' stands for a host of some other list | name it",
            })
    void shouldSayWhatIsWrongWithAnOption(String option, String message, String hint) {
        UserMistake mistake = assertThrows(UserMistake.class, () -> HostSource.ofOption(List.of(option)));
        assertEquals("-H " + option + ", " + message, mistake.getMessage());
        assertEquals(hint, mistake.hint());
    }

    private Cluster file(String text) throws IOException {
        return HostSource.ofFile(Files.writeString(folder.resolve("hosts"), text));
    }

    @Test
    void shouldReadAFileOfOpenMpi() throws IOException {
        Cluster cluster = file(
                """
                # comment

                node1 slots=4 max_slots=8  # four
                node2.example.org slots = 2 // two
                /* several
                   lines */ ann@node3 max-slots=3 slots=3
                node4 cpu=2 port=2222 username="bob"
                10.0.0.1
                fe80::1 count=2
                node1 slots=1
                node5
                ^node5
                """);
        assertEquals(
                "node1 x5, node2.example.org x2, ann@node3 x3, bob@node4:2222 x2, 10.0.0.1 x1, fe80::1 x2",
                text(cluster));
        assertEquals(folder.resolve("hosts").toString(), cluster.source());
        assertEquals(List.of(), cluster.warnings());
    }

    @Test
    void shouldReadAFileOfHydra() throws IOException {
        Cluster cluster = file("a:4 binding=user:0,1\r\n\r\n#x\r\nb:2 user=ann\r\nc");
        assertEquals("a x4, ann@b x2, c x1", text(cluster));
        assertEquals(
                List.of(folder.resolve("hosts") + ":1:5: 'binding' is ignored: ranks are not bound to parts of a host"),
                cluster.warnings());
    }

    @Test
    void shouldCountLinesThatAreRepeated() throws IOException {
        assertEquals("a x2, b x1", text(file("a\nb\na\n")));
    }

    @Test
    void shouldNameAllMistakesOfAFileWithTheirLines() throws IOException {
        Path file = folder.resolve("hosts");
        UserMistake mistake = assertThrows(
                UserMistake.class, () -> file("a slots=0\nb\n\n  c:x\nrank 0=a slot=1\nd slots=2 e\n/* open\n"));
        assertEquals(
                file + " has 5 mistakes:\n"
                        + "  " + file + ":1:3: '0' is no number of slots; give a whole number from 1 to 1000000\n"
                        + "  " + file + ":4:3: 'x' is no number of slots; give a whole number from 1 to 1000000\n"
                        + "  " + file
                        + ":5:1: this is a line of a rank file; write host slots=N; ranks fill the hosts in order\n"
                        + "  " + file
                        + ":6:11: 'e' cannot follow a host; one host a line, or commas between them; settings are written slots=N\n"
                        + "  " + file + ":7:1: the comment that begins here does not end; end it with */",
                mistake.getMessage());
    }

    @Test
    void shouldRefuseAFileWithoutHosts() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> file("# nothing\n\n"));
        assertEquals(folder.resolve("hosts") + " names no host", mistake.getMessage());
    }

    @Test
    void shouldRefuseAMissingFile() {
        Path file = folder.resolve("none");
        UserMistake mistake = assertThrows(UserMistake.class, () -> HostSource.ofFile(file));
        assertEquals("--hostfile " + file + ": there is no such file", mistake.getMessage());
    }
}
