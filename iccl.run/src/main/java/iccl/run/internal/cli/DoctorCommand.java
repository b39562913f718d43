package iccl.run.internal.cli;

import iccl.run.internal.container.BundleSelection;
import iccl.run.internal.container.BundleSelection.Purpose;
import iccl.run.internal.container.Container;
import iccl.run.internal.container.Installation;
import iccl.run.internal.report.DoctorReport;
import iccl.run.internal.report.MachineFacts;
import iccl.run.internal.report.ReportServices;
import iccl.run.internal.watch.GuardedJob;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code icclrun doctor}: what works on this machine, and why the rest does not. */
@Command(
        name = "icclrun doctor",
        usageHelpWidth = 100,
        description =
                "Says what works on this machine, and why the rest does not. Exit status 0 when something can run.")
final class DoctorCommand {
    private static final int NOTHING_RUNS = 1;

    @Option(names = "--json", description = "For machines.")
    boolean isJson;

    @Option(names = "--tunables", description = "List the tunables and their values instead.")
    boolean isTunables;

    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    private DoctorCommand() {}

    static int run(List<String> words) throws IOException {
        DoctorCommand command = new DoctorCommand();
        CommandLines.parse(command, words, "icclrun doctor --help lists the options");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        return command.examine();
    }

    private int examine() throws IOException {
        Installation installation = Installation.find();
        try (GuardedJob job = GuardedJob.start(installation);
                Container container = Container.create(job.directory(), false)) {
            container.start(new BundleSelection(installation).select(Purpose.DOCTOR, "none", "auto"));
            ReportServices services = new ReportServices(container);
            DoctorReport report = new DoctorReport(
                    Version.ofThisJar(), MachineFacts.here(), services.verdicts(), services.tunables());
            if (isTunables) {
                System.out.print(isJson ? report.tunablesAsJson() : report.tunablesAsText());
                return 0;
            }
            System.out.print(isJson ? report.asJson() : report.asText());
            return report.canRun() ? 0 : NOTHING_RUNS;
        }
    }
}
