package iccl.run.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ClusterFileMistakesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    static Stream<Arguments> texts() {
        return Stream.of(
                // The file as a whole.
                mistake("", "1:1: the file is empty", "it needs at least: nodes: [{ip: HOST}]"),
                mistake("# nothing\n\n", "1:1: the file is empty", "it needs at least: nodes: [{ip: HOST}]"),
                mistake("- ip: a\n", "1:1: the file must hold keys and values, not a list", "begin with: nodes:"),
                mistake("nodes\n", "1:1: the file must hold keys and values, not 'nodes'", "begin with: nodes:"),
                mistake("nodes: [{ip: a}]\n---\nnodes: []\n", "3:1: a second document begins here", "keep one"),
                mistake(
                        "nodes:\n\t- ip: a\n",
                        "2:1: this is no YAML: while scanning for the next token, "
                                + "found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)",
                        "indent with spaces; YAML takes no tabs"),
                mistake(
                        "nodes:\n  - ip: a\n   slots: 2\n",
                        "3:4: this is no YAML: while parsing a block collection, which began in line 2, "
                                + "expected <block end>, but found '<block mapping start>'",
                        "indent it like the lines around it"),
                mistake(
                        "nodes:\n  - ip: a: b\n",
                        "2:10: this is no YAML: mapping values are not allowed here",
                        "a value with a colon or other special characters needs quotes around it"),
                mistake(
                        "nodes: [{ip: a\n",
                        "2:1: this is no YAML: while parsing a flow mapping, which began in line 1, "
                                + "expected ',' or '}', but got <stream end>",
                        ""),
                mistake(
                        "nodes:\n  - ip: a\u0007b\n",
                        "2:10: the character U+0007 cannot stand in YAML",
                        "remove it, or write it as an escape in double quotes"),
                mistake(
                        "nodes: *all\n",
                        "1:8: this is no YAML: found undefined alias all",
                        "a value with a colon or other special characters needs quotes around it"),
                // Keys.
                mistake("common_dir: /p\n", "1:1: 'nodes' is missing", ""),
                mistake("nodes:\n", "1:1: 'nodes' is missing", ""),
                mistake("# c\nnode:\n  - ip: a\n", "2:1: there is no key 'node'", "did you mean nodes?"),
                mistake("nodes: []\n", "1:8: 'nodes' is empty", "add at least: - ip: HOST"),
                mistake(
                        "nodes:\n  ip: a\n",
                        "2:3: 'nodes' must be a list, not a mapping",
                        "begin each node with a dash: - ip: HOST"),
                mistake("nodes:\n  - a\n", "2:5: a node must have keys, not be 'a'", "write - ip: HOST"),
                mistake("nodes:\n  - slots: 2\n", "2:5: 'ip' is missing in node 1", ""),
                mistake("nodes:\n  - host: a\n", "2:5: there is no key 'host' in node 1", "did you mean ip?"),
                mistake("nodes:\n  - ip:\n", "2:5: 'ip' is missing in node 1", ""),
                mistake("nodes:\n  - ip: ''\n", "2:9: 'ip' is empty", "fill it in or remove the line"),
                mistake("nodes: [{ip: a}]\n? [x]\n: 1\n", "2:3: a key must be a word", ""),
                mistake(
                        "nodes: [{ip: a}]\ncommon_dir: /a\n\ncommon_dir: /b\n",
                        "4:1: 'common_dir' is given twice, first in line 2",
                        "keep one of them"),
                mistake(
                        "nodes:\n  - ip: a\n    slots: 1\n    slots: 2\n",
                        "4:5: 'slots' is given twice, first in line 3",
                        "keep one of them"),
                // Numbers.
                mistake("nodes: [{ip: a, slots: 0}]\n", "1:24: '0' is no number of slots", RANGE_OF_SLOTS),
                mistake("nodes: [{ip: a, slots: -2}]\n", "1:24: '-2' is no number of slots", RANGE_OF_SLOTS),
                mistake("nodes: [{ip: a, slots: two}]\n", "1:24: 'two' is no number of slots", RANGE_OF_SLOTS),
                mistake("nodes: [{ip: a, slots: 1.5}]\n", "1:24: '1.5' is no number of slots", RANGE_OF_SLOTS),
                mistake(
                        "nodes: [{ip: a, slots: 99999999999}]\n",
                        "1:24: '99999999999' is no number of slots",
                        RANGE_OF_SLOTS),
                mistake("nodes: [{ip: a, slots: [2]}]\n", "1:24: 'slots' must be a whole number, not a list", ""),
                mistake(
                        "nodes: [{ip: a}]\nport: 65536\n",
                        "2:7: '65536' is no port",
                        "give a whole number from 1 to 65535"),
                // Hosts.
                mistake("nodes: [{ip: 10.0.0.256}]\n", "1:14: '10.0.0.256' is no IPv4 address", NAME_OR_ADDRESS),
                mistake("nodes: [{ip: 10.0.1}]\n", "1:14: '10.0.1' is no IPv4 address", NAME_OR_ADDRESS),
                mistake("nodes: [{ip: 'fe80::zz'}]\n", "1:14: 'fe80::zz' is no IPv6 address", NAME_OR_ADDRESS),
                mistake(
                        "nodes: [{ip: -oProxyCommand=x}]\n",
                        "1:14: '-oProxyCommand=x' is no name of a host",
                        NAME_OR_ADDRESS),
                mistake("nodes: [{ip: a b}]\n", "1:14: 'a b' is no name of a host", NAME_OR_ADDRESS),
                mistake(
                        "nodes: [{ip: 'a:2'}]\n",
                        "1:14: ':2' does not belong to the host",
                        "write slots: 2 or port: 2 on a line of its own"),
                mistake("nodes: [{ip: '-x@a'}]\n", "1:14: '-x' is no name of a user", "write user@host"),
                mistake(
                        "nodes: [{ip: ann@a, user: bob}]\n",
                        "1:27: the user is given twice in node 1",
                        "keep one of them"),
                mistake("nodes: [{ip: a, user: 'a b'}]\n", "1:23: 'a b' is no name of a user", ""),
                mistake(
                        "nodes: [{ip: a, jump: 'h:0'}]\n",
                        "1:23: '0' is no port",
                        "give a whole number from 1 to 65535"),
                mistake(
                        "nodes:\n  - ip: a\n    type: cpu\n  - ip: b\n  - ip: a\n    type: cpu\n",
                        "5:5: this node is the same as the one in line 2",
                        "correct its ip, or give one of them all the slots"),
                // Other values.
                mistake(
                        "nodes: [{ip: a}]\ncommon_dir: build/x\n",
                        "2:13: 'common_dir' is 'build/x', which is no absolute path",
                        "begin it with / or ~/"),
                mistake("nodes: [{ip: a, dir: {}}]\n", "1:22: 'dir' must be a text, not a mapping", ""),
                mistake("nodes: [{ip: a, type: 'x y'}]\n", "1:23: 'x y' is no type of node", "write one such as cpu"),
                mistake(
                        "nodes: [{ip: a}]\nidentity: /nowhere/key\n",
                        "2:11: 'identity': there is no file /nowhere/key on this machine",
                        ""),
                mistake(
                        "nodes: [{ip: a}]\nbackend_env: [A=1]\n",
                        "2:14: 'backend_env' must hold names and values, not a list",
                        ""),
                mistake(
                        "nodes: [{ip: a}]\nenv:\n  A-B: 1\n",
                        "3:3: 'A-B' is no name for a variable",
                        "letters, digits and _ make one"),
                mistake(
                        "nodes: [{ip: a}]\nenv:\n  A: 1\n  A: 2\n",
                        "4:3: 'A' is given twice, first in line 3",
                        "keep one of them"),
                mistake("nodes: [{ip: a}]\nenv:\n  A: [1]\n", "3:6: the value of 'A' must be a text, not a list", ""),
                mistake(
                        "nodes: [{ip: a}]\nenv:\n  A: \"x\\0\"\n",
                        "3:6: the value of 'A' must be a text without the character NUL",
                        ""),
                mistake(
                        "nodes: [{ip: a}]\nbackend_args: --mca\n",
                        "2:15: 'backend_args' must hold options and their values, not '--mca'",
                        ""),
                mistake(
                        "nodes: [{ip: a}]\nbackend_args: {--mca: {pml: ucx}}\n",
                        "2:23: 'backend_args' must be a list of texts, not a mapping",
                        ""),
                mistake(
                        "nodes: [{ip: a}]\nexcludes: {a: b}\n",
                        "2:11: 'excludes' must be a list of texts, not a mapping",
                        ""));
    }

    private static final String RANGE_OF_SLOTS = "give a whole number from 1 to 1000000";
    private static final String NAME_OR_ADDRESS = "write a name or an address";

    private static Arguments mistake(String text, String message, String hint) {
        return Arguments.of(text, message, hint);
    }

    @ParameterizedTest
    @MethodSource("texts")
    void shouldNameTheMistakeWithItsLineAndColumn(String text, String message, String hint) throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), text);
        UserMistake mistake = assertThrows(UserMistake.class, () -> ClusterFile.read(file));
        assertEquals(file + ":" + message, mistake.getMessage());
        assertEquals(hint, mistake.hint());
    }

    @Test
    void shouldReportAllMistakesAtOnceInTheOrderOfTheFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("c.yaml"),
                """
                common_dir: here
                nodes:
                  - host: a
                  - ip: b
                    slots: 0
                    slots: 1
                """);
        UserMistake mistake = assertThrows(UserMistake.class, () -> ClusterFile.read(file));
        assertEquals(
                file + " has 4 mistakes:\n"
                        + "  " + file
                        + ":1:13: 'common_dir' is 'here', which is no absolute path; begin it with / or ~/\n"
                        + "  " + file + ":3:5: there is no key 'host' in node 1; did you mean ip?\n"
                        + "  " + file + ":5:12: '0' is no number of slots; give a whole number from 1 to 1000000\n"
                        + "  " + file + ":6:5: 'slots' is given twice, first in line 5; keep one of them",
                mistake.getMessage());
        assertEquals("nothing was started", mistake.hint());
    }

    @Test
    void shouldSuggestANeighbourOfAMissingFile() throws IOException {
        Files.writeString(folder.resolve("cluster.yml"), "nodes: [{ip: a}]\n");
        Path file = folder.resolve("cluster.yaml");
        UserMistake mistake = assertThrows(UserMistake.class, () -> ClusterFile.read(file));
        assertEquals("-c " + file + ": there is no such file", mistake.getMessage());
        assertEquals("did you mean cluster.yml?", mistake.hint());
    }

    @Test
    void shouldSayThatAFolderIsNoFile() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> ClusterFile.read(folder));
        assertEquals("-c " + folder + " is a directory", mistake.getMessage());
    }

    @Test
    void shouldSayThatTheFileIsNotInUtf8() throws IOException {
        Path file = Files.write(folder.resolve("latin.yaml"), new byte[] {'#', (byte) 0xE4, '\n'});
        UserMistake mistake = assertThrows(UserMistake.class, () -> ClusterFile.read(file));
        assertEquals("-c " + file + " is no text in UTF-8", mistake.getMessage());
    }

    @Test
    void shouldSurviveMappingsThatMergeEachOtherManyTimes() throws IOException {
        StringBuilder text = new StringBuilder("x-0: &x0 {slots: 3}\n");
        for (int i = 1; i < 60; i++) {
            text.append(String.format("x-%d: &x%d {<<: [*x%d, *x%d]}%n", i, i, i - 1, i - 1));
        }
        Path file = Files.writeString(folder.resolve("bomb.yaml"), text + "nodes:\n  - ip: a\n    <<: *x59\n");
        assertEquals(3, ClusterFile.read(file).nodes().get(0).slots());
    }
}
