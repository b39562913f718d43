package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a user types, and what comes of it. */
@Timeout(180)
class CommandLineIT {
    /** What shells, scripts and launchers like to break. */
    private static final List<String> AWKWARD = List.of(
            "plain",
            "two words",
            "  edges  ",
            "'single'",
            "\"double\"",
            "a=b",
            "$HOME",
            "`id`",
            "*",
            "",
            "-n",
            "back\\slash",
            "semi;colon",
            "new\nline",
            "ümläut");

    private static String jar = "";

    @BeforeAll
    static void makeJar(@TempDir Path folder) throws IOException {
        jar = UserJar.make("Trouble", folder).toString();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryArgumentsUnchanged(Launcher launcher) {
        List<String> words = new ArrayList<>(List.of("-n", "2", "-l", launcher.option(), jar, "show"));
        words.addAll(AWKWARD);
        Icclrun.Result result = Icclrun.run(Map.of("LC_ALL", "C.UTF-8"), words).expectStatus(0);
        for (int rank = 0; rank < 2; rank++) {
            for (int i = 0; i < AWKWARD.size(); i++) {
                String line = rank + " arg " + (i + 1) + " <" + AWKWARD.get(i) + ">";
                assertTrue(result.out().contains(line), () -> "no '" + line + "' in " + result.describe());
            }
        }
    }

    @Test
    void shouldStartRanksWithClassesThatAreShared(@TempDir Path cache) throws IOException {
        Icclrun.run(Map.of("XDG_CACHE_HOME", cache.toString()), List.of("share-classes"))
                .expectStatus(0);
        Path loaded = cache.resolve("loaded");
        Map<String, String> environment =
                Map.of("XDG_CACHE_HOME", cache.toString(), "ICCL_JAVA_OPTS", "-Xlog:class+load:file=" + loaded);
        Icclrun.run(environment, List.of("-n", "1", "-l", "none", "barrier")).expectStatus(0);
        assertTrue(Files.readAllLines(loaded).stream()
                .anyMatch(line -> line.matches(".*rank\\.RankMain source: shared objects file \\(top\\).*")));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryVariables(Launcher launcher) {
        Icclrun.Result result = Icclrun.run(
                        Map.of("SHOW_GIVEN", "as it is", "SHOW_LIST", "a,b;c"),
                        List.of(
                                "-n",
                                "2",
                                "-l",
                                launcher.option(),
                                "-x",
                                "SHOW_SET=it's \"two\" words=1",
                                "-x",
                                "SHOW_GIVEN",
                                "-x",
                                "SHOW_L*",
                                jar,
                                "show"))
                .expectStatus(0);
        for (int rank = 0; rank < 2; rank++) {
            for (String expected :
                    List.of("SHOW_SET <it's \"two\" words=1>", "SHOW_GIVEN <as it is>", "SHOW_LIST <a,b;c>")) {
                String line = rank + " env " + expected;
                assertTrue(result.out().contains(line), () -> "no '" + line + "' in " + result.describe());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunTheReadmesProgram(Launcher launcher) {
        Path hello = Path.of("../docs/examples/Hello.java").toAbsolutePath().normalize();
        Icclrun.Result result = Icclrun.run("-n", "3", "-l", launcher.option(), hello.toString())
                .expectStatus(0);
        assertEquals(
                List.of("rank 0 of 3: 6", "rank 1 of 3: 6", "rank 2 of 3: 6"),
                result.lines().stream().sorted().toList(),
                result::describe);
    }

    @Test
    void shouldPrintTheReadmesProgram() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        assertTrue(readme.contains(
                Files.readString(Path.of("../docs/examples/Hello.java")).strip()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayUnder200Megabytes(Launcher launcher) {
        Icclrun.Result result =
                Icclrun.run("-n", "2", "-l", launcher.option(), jar, "memory").expectStatus(0);
        Matcher matcher = Pattern.compile("rank \\d VmHWM: (\\d+) kB").matcher(result.out());
        int ranks = 0;
        while (matcher.find()) {
            ranks++;
            assertTrue(Long.parseLong(matcher.group(1)) < 200 * 1024, result::describe);
        }
        assertEquals(2, ranks, result::describe);
    }

    @Test
    void shouldTakeTheEmbeddedBackendByItself() {
        Icclrun.run("-n", "2", "barrier").expectStatus(0).expectError("launcher none");
    }

    @Test
    void shouldSayWhatIsMeantForAMisspeltProgram() {
        Icclrun.run("-n", "2", "al_reduce")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("al_reduce", "did you mean all_reduce");
    }

    @Test
    void shouldNameItsOwnCommandsToWhoeverMistypesOne() {
        Icclrun.run("doctorr").expectStatus(2).expectNoStackTrace().expectError("did you mean doctor?");
        Icclrun.run("-n", "2", "verify")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("own command comes first", "icclrun verify");
    }

    @Test
    void shouldHelpWithItselfAndEachCommand() {
        String all = Icclrun.run("--help").expectStatus(0).out();
        assertEquals(all, Icclrun.run("help").expectStatus(0).out());
        assertTrue(all.contains("icclrun share-classes"), all);
        for (String command : List.of("doctor", "template")) {
            assertEquals(
                    Icclrun.run(command, "--help").expectStatus(0).out(),
                    Icclrun.run("help", command).expectStatus(0).out());
        }
        Icclrun.run("help", "foo").expectStatus(2).expectNoStackTrace().expectError("'foo'", "doctor");
    }

    @Test
    void shouldRefuseAScriptWhoseInterpreterIsMissing(@TempDir Path folder) throws IOException {
        Path script = Files.writeString(folder.resolve("a script"), "#!/usr/bin/env no-such-tool\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Icclrun.Result result = Icclrun.run("-n", "2", script.toString())
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError(script.toString(), "no-such-tool", "PATH");
        assertTrue(!result.err().contains("rank 0"), "nothing was started");
    }

    @Test
    void shouldSayWhatIsWrongOnTheCommandLine() {
        Icclrun.run("-n", "zero", "barrier")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("zero");
        Icclrun.run("-l", "openmpi", "barrier")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("ompi");
        Icclrun.run("--platform", "gpu", "barrier")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("gpu", "cpu");
        Icclrun.run("--dry-run=xml", "barrier")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("xml", "--dry-run=json");
        Icclrun.run("-n", "2").expectStatus(2).expectNoStackTrace().expectError("PROGRAM");
        Icclrun.run("--nonsense").expectStatus(2).expectNoStackTrace().expectError("--nonsense");
    }

    @Test
    void shouldSayWhatIsWrongWithAProgramsArguments() {
        Icclrun.run("-n", "2", "all_reduce", "--type", "float7")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("float7", "float32");
    }

    @Test
    void shouldPrintAPlan() throws IOException {
        Icclrun.Result text = Icclrun.run("-n", "4", "--dry-run", "all_reduce").expectStatus(0);
        assertTrue(text.out().contains("all_reduce"), text::describe);
        Icclrun.Result json =
                Icclrun.run("-n", "4", "--dry-run=json", "all_reduce").expectStatus(0);
        assertEquals("4", values(json.out(), "ranks").get(0), json::describe);
        assertEquals("", json.err(), "nothing but the plan");
    }

    @Test
    void shouldTellMachinesWhatIsAvailable() throws IOException {
        Icclrun.Result result = Icclrun.run("doctor", "--json").expectStatus(0);
        TreeSet<String> names = new TreeSet<>(values(result.out(), "name"));
        List<String> vendors = List.of("cambricon", "iluvatar", "metax", "moore", "nvidia");
        assertTrue(names.containsAll(List.of("cpu", "local", "mpich", "openmpi")), result::describe);
        assertTrue(names.containsAll(vendors), result::describe);
        assertEquals(9, values(result.out(), "status").size(), result::describe);
        assertTrue(values(result.out(), "reason").stream().noneMatch(String::isBlank), result::describe);
    }

    @Test
    void shouldTellWhatCanBeTuned() throws IOException {
        Icclrun.Result result = Icclrun.run(Map.of("ICCL_LOCAL_RING", "1M"), List.of("doctor", "--tunables", "--json"))
                .expectStatus(0);
        assertTrue(
                values(result.out(), "variable")
                        .containsAll(List.of("ICCL_TIMEOUT", "ICCL_LOCAL_RING", "ICCL_CPU_ISA")),
                result::describe);
        assertTrue(values(result.out(), "value").contains("1M"), result::describe);
        List<String> once = values(result.out(), "variable").stream().distinct().toList();
        assertEquals(once, values(result.out(), "variable"));
    }

    @Test
    void shouldTellPeopleWhatIsAvailable() {
        Icclrun.Result result = Icclrun.run("doctor").expectStatus(0);
        for (String name : List.of("cpu", "local", "mpich", "openmpi")) {
            assertTrue(result.out().contains(name), result::describe);
        }
        assertTrue(result.out().contains("icclrun -l mpich"), result::describe);
    }

    /** All values of a field, wherever it is; fails when it is no JSON. */
    private static List<String> values(String json, String field) throws IOException {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue() && field.equals(parser.currentName())) {
                    values.add(parser.getText());
                }
            }
        }
        return values;
    }
}
