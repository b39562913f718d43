package iccl.run.internal.cli;

import iccl.run.internal.launch.UserMistake;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** How all of our commands read their words. */
final class CommandLines {
    private CommandLines() {}

    /**
     * Fills the command's fields. Options end at the first word that is none; {@code @file} is a word like any other.
     *
     * @throws UserMistake with {@code hint} when the words make no sense
     */
    static void parse(Object command, List<String> words, String hint) {
        parse(command, words, hint, true);
    }

    /** Likewise, but options may also follow other words. */
    static void parseMixed(Object command, List<String> words, String hint) {
        parse(command, words, hint, false);
    }

    private static void parse(Object command, List<String> words, String hint, boolean isEndedByWord) {
        // It would warn that --dry-run=json is an option of ours, and not --dry-run with a value. It is.
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
        try {
            new CommandLine(command)
                    .setStopAtPositional(isEndedByWord)
                    .setExpandAtFiles(false)
                    .parseArgs(words.toArray(new String[0]));
        } catch (ParameterException e) {
            throw new UserMistake(String.valueOf(e.getMessage()), hint);
        }
    }
}
