package iccl.run.internal.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code icclrun} does beside running programs. The names are ours as the first word only; in this order for help. */
enum OwnCommand {
    DOCTOR("doctor", "[--json] [--tunables]", "what works on this machine, or on each node: -c, -H"),
    VERIFY("verify", "[PATTERN...]", "run the examples one by one; also with -c, -H"),
    BENCH("bench", "[OPTIONS] [OP...]", "measure operations; --against mpi compares with C"),
    TEMPLATE("template", "", "a cluster.yaml to fill in"),
    CLEAN("clean", "-c cluster.yaml", "remove from the nodes what was deployed there"),
    INSTALL("install", "--prefix DIR", "lay it out for compilers: bin, lib, include"),
    SHARE_CLASSES("share-classes", "", "let ranks on this machine start sooner"),
    SHELL("shell", "", "talk to a container"),
    HELP("help", "[COMMAND]", "this, or what a command takes");

    private final String word;
    private final String arguments;
    private final String description;

    OwnCommand(String word, String arguments, String description) {
        this.word = word;
        this.arguments = arguments;
        this.description = description;
    }

    static Optional<OwnCommand> of(String word) {
        return Arrays.stream(values())
                .filter(command -> command.word.equals(word))
                .findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(OwnCommand::word).toList();
    }

    /** As it is typed. */
    String word() {
        return word;
    }

    /** A line for {@code icclrun --help}. */
    String usage() {
        return String.format(Locale.ROOT, "%-36s  %s", ("icclrun " + word + " " + arguments).strip(), description);
    }
}
