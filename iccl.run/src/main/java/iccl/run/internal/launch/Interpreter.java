package iccl.run.internal.launch;

import iccl.run.internal.text.ByteText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a script's first line says it runs on: {@code #!/bin/sh}, {@code #!/usr/bin/env python3}. The system would say of a
 * script without it that the script itself is not found.
 *
 * @param script the file
 * @param command after {@code #!}; the system takes it from the folder that the rank starts in unless it is absolute
 * @param argument the rest of the line, which is one word to the system; may be empty
 */
public record Interpreter(Path script, String command, String argument) {
    /** As much of a file as Linux looks at. */
    private static final int LINE_BYTES = 256;

    /** An interpreter may be a script; Linux gives up here, too. */
    private static final int SCRIPTS_IN_A_ROW = 4;

    private static final String SPLIT = "-S";

    /** Empty for what is no script, and for what only the system can read. */
    static Optional<Interpreter> of(Path script) {
        byte[] start;
        try (InputStream in = Files.newInputStream(script)) {
            start = in.readNBytes(LINE_BYTES);
        } catch (IOException e) {
            return Optional.empty();
        }
        if (start.length < 2 || start[0] != '#' || start[1] != '!') {
            return Optional.empty();
        }
        int end = 2;
        while (end < start.length && start[end] != '\n') {
            end++;
        }
        String[] words = ByteText.decode(Arrays.copyOfRange(start, 2, end))
                .replaceAll("^[ \t]+|[ \t]+$", "")
                .split("[ \t]+", 2);
        return words[0].isEmpty()
                ? Optional.empty()
                : Optional.of(new Interpreter(script, words[0], words.length < 2 ? "" : words[1]));
    }

    /**
     * Looks for everything that a script needs to be started here.
     *
     * @param environment the rank's
     * @throws UserMistake when the system or {@code env} would not find it, or may not start it
     */
    static void check(Path script, Map<String, String> environment) {
        Path file = script;
        for (int i = 0; i < SCRIPTS_IN_A_ROW; i++) {
            Optional<Interpreter> found = of(file);
            Path next = found.map(interpreter -> interpreter.find(environment)).orElse(null);
            if (next == null) {
                return;
            }
            file = next;
        }
    }

    /**
     * Looks for what is wrong with a script on whatever machine it starts: what other machines have, only they can tell.
     *
     * @throws UserMistake when its lines end in a way that no Linux can read
     */
    public static void checkForAnyMachine(Path script) {
        of(script).ifPresent(Interpreter::checkLineEnd);
    }

    private void checkLineEnd() {
        if (command.endsWith("\r") || argument.endsWith("\r")) {
            throw new UserMistake(
                    "the lines of " + script + " end as on Windows, and Linux takes the carriage return for a part of "
                            + (command + " " + argument).strip(),
                    "mend it: sed -i 's/\\r$//' " + ShellText.quote(script.toString()));
        }
    }

    /** What the system will start; null when nobody can tell before. */
    private @Nullable Path find(Map<String, String> environment) {
        checkLineEnd();
        Path file = path(command);
        if (file == null) {
            return null;
        }
        checkFile(file);
        String name = file.endsWith("env") ? wantedOfEnv() : "";
        if (name.isEmpty()) {
            return file;
        }
        if (name.indexOf('/') >= 0) {
            Path wanted = path(name);
            if (wanted != null) {
                checkFile(wanted);
            }
            return wanted;
        }
        return SearchPath.commands(name, environment).stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> missing(name));
    }

    private void checkFile(Path file) {
        if (!Files.exists(file)) {
            throw new UserMistake(
                    script + " cannot be started: its first line names the interpreter " + file
                            + ", and there is no such file",
                    "install it, or correct the first line of the script");
        }
        if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
            throw new UserMistake(
                    script + " cannot be started: its first line names the interpreter " + file
                            + ", which is not executable",
                    "correct the first line of the script, or: chmod +x " + ShellText.quote(file.toString()));
        }
    }

    private UserMistake missing(String name) {
        String message = script + " cannot be started: its first line asks env for " + name + ", which is not on PATH";
        return new UserMistake(
                message,
                name.indexOf(' ') < 0
                        ? "install it, add its folder to PATH, or correct the first line of the script"
                        : "all of it is one name to env; for a name with arguments: #!" + command + " " + SPLIT + " "
                                + name);
    }

    /** The command that {@code env} is to find; empty when it is told more than we understand. */
    private String wantedOfEnv() {
        if (!argument.startsWith("-")) {
            return argument.indexOf('=') < 0 ? argument : "";
        }
        boolean isPlain = argument.startsWith(SPLIT) && argument.matches("[^\"'\\\\$#]*");
        List<String> words =
                List.of(argument.substring(isPlain ? SPLIT.length() : 0).strip().split("[ \t]+"));
        String first =
                words.stream().filter(word -> word.indexOf('=') < 0).findFirst().orElse("");
        return isPlain && !first.startsWith("-") ? first : "";
    }

    private static @Nullable Path path(String name) {
        try {
            return Path.of(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            // The locale has no such characters; the system, which knows bytes only, may find it.
            return null;
        }
    }
}
