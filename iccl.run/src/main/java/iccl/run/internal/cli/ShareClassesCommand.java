package iccl.run.internal.cli;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.ClassArchive;
import iccl.run.internal.launch.Machine;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code icclrun share-classes}: from then on ranks on this machine start sooner. */
@Command(
        name = "icclrun share-classes",
        usageHelpWidth = 100,
        description = {
            "Makes an archive of the classes that every rank loads, in your cache: ranks on this machine start",
            "sooner with it. It belongs to this installation and this Java; after a change of either, make it anew."
        })
final class ShareClassesCommand {
    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    private ShareClassesCommand() {}

    static int run(List<String> words, Map<String, String> environment) throws IOException, InterruptedException {
        ShareClassesCommand command = new ShareClassesCommand();
        CommandLines.parse(command, words, "icclrun share-classes --help says what it does");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        System.out.println("ranks share the classes in "
                + new ClassArchive(Installation.find(), Machine.here(), environment).make());
        return 0;
    }
}
