package iccl.run.internal.cli;

import iccl.run.internal.container.BundleSelection;
import iccl.run.internal.container.BundleSelection.Purpose;
import iccl.run.internal.container.Container;
import iccl.run.internal.container.Installation;
import iccl.run.internal.report.ReportServices;
import iccl.run.internal.watch.GuardedJob;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code icclrun shell}: a container to talk to. */
@Command(
        name = "icclrun shell",
        usageHelpWidth = 100,
        description = {
            "Starts a container with all bundles and talks to it: by keyboard on a terminal, else from standard input.",
            "iccl:verdicts, iccl:tunables and iccl:programs are ours; help lists all commands. End it with Ctrl-D or exit 0."
        })
final class ShellCommand {
    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    private ShellCommand() {}

    static int run(List<String> words) throws IOException, InterruptedException {
        ShellCommand command = new ShellCommand();
        CommandLines.parse(command, words, "icclrun shell --help says more");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        // bin/icclrun knows; System.console() means something else from JDK 22 on.
        boolean isInteractive = Boolean.getBoolean("iccl.terminal");
        Installation installation = Installation.find();
        Purpose purpose = isInteractive ? Purpose.INTERACTIVE_SHELL : Purpose.SHELL;
        try (GuardedJob job = GuardedJob.start(installation);
                Container container = Container.create(job.directory(), isInteractive)) {
            container.start(new BundleSelection(installation).select(purpose, "none", "auto"));
            if (isInteractive) {
                // Gogo's own shell reads the keyboard and stops the framework at its end.
                container.awaitStop();
                return 0;
            }
            return new ReportServices(container).runScript();
        }
    }
}
