package iccl.run.internal.cli;

import iccl.run.internal.launch.NearNames;
import iccl.run.internal.launch.UserMistake;
import java.util.List;

/** {@code icclrun help}: what {@code --help} says, also of a command. */
final class HelpCommand {
    private HelpCommand() {}

    /**
     * Which words would print what is asked for.
     *
     * @throws UserMistake when there is no such command
     */
    static List<String> wordsFor(List<String> words) {
        if (words.size() > 1) {
            throw new UserMistake("icclrun help takes one command at most", "such as: icclrun help doctor");
        }
        if (words.isEmpty()) {
            return List.of("--help");
        }
        String word = words.get(0);
        if (List.of("-h", "--help", OwnCommand.HELP.word()).contains(word)) {
            return List.of("--help");
        }
        if (OwnCommand.of(word).isEmpty()) {
            throw new UserMistake(
                    "icclrun has no command '" + word + "' of its own; a program's help is: icclrun " + word
                            + " --help",
                    NearNames.hint(word, OwnCommand.words()));
        }
        return List.of(word, "--help");
    }
}
