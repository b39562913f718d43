package iccl.run.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.TargetFinder;
import iccl.run.internal.launch.UserMistake;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OwnCommandTest {
    @ParameterizedTest
    @EnumSource
    void shouldStandInTheHelpOnALineOfItsOwn(OwnCommand command) {
        assertEquals(command, OwnCommand.of(command.word()).orElseThrow());
        assertTrue(help().contains("       " + command.usage() + "\n"), OwnCommandTest::help);
    }

    @Test
    void shouldKnowNoOtherWords() {
        assertTrue(OwnCommand.of("all_reduce").isEmpty());
        assertTrue(OwnCommand.of("DOCTOR").isEmpty());
        assertTrue(OwnCommand.of("").isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "doctorr, did you mean doctor?",
        "shareclasses, did you mean share-classes?",
        "tools/verfy, did you mean verify?",
    })
    void shouldBeNamedToWhomMayHaveMeantIt(String word, String hint) {
        assertEquals(hint.strip(), hint(word).strip());
    }

    @Test
    void shouldSayThatACommandComesFirst() {
        assertTrue(hint("verify").endsWith("icclrun verify"), hint("verify"));
    }

    @Test
    void shouldHelpWithEachCommand() {
        assertEquals(List.of("--help"), HelpCommand.wordsFor(List.of()));
        assertEquals(List.of("--help"), HelpCommand.wordsFor(List.of("help")));
        assertEquals(List.of("--help"), HelpCommand.wordsFor(List.of("--help")));
        assertEquals(List.of("share-classes", "--help"), HelpCommand.wordsFor(List.of("share-classes")));
    }

    @Test
    void shouldSayThatThereIsNoSuchCommandToHelpWith() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> HelpCommand.wordsFor(List.of("docter")));
        assertEquals(
                "icclrun has no command 'docter' of its own; a program's help is: icclrun docter --help",
                mistake.getMessage());
        assertEquals("did you mean doctor?", mistake.hint());
        assertThrows(UserMistake.class, () -> HelpCommand.wordsFor(List.of("doctor", "verify")));
    }

    private static String hint(String program) {
        TargetFinder finder = new TargetFinder(List.of(), Path.of("/nowhere"), Map.of("PATH", "/nowhere"));
        return Main.hint(assertThrows(UserMistake.class, () -> finder.find(program)));
    }

    private static String help() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RunCommand.printUsage(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }
}
