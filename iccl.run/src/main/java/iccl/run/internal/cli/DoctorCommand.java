package iccl.run.internal.cli;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.container.BundleSelection;
import iccl.run.internal.container.BundleSelection.Purpose;
import iccl.run.internal.container.Container;
import iccl.run.internal.container.Installation;
import iccl.run.internal.doctor.ClusterDoctor;
import iccl.run.internal.doctor.ClusterReport;
import iccl.run.internal.launch.NearNames;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.report.DoctorReport;
import iccl.run.internal.report.MachineFacts;
import iccl.run.internal.report.ReportServices;
import iccl.run.internal.text.ProcessText;
import iccl.run.internal.watch.GuardedJob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code icclrun doctor}: what works on this machine, and why the rest does not. */
@Command(
        name = "icclrun doctor",
        usageHelpWidth = 100,
        description = {
            "Says what works on this machine, and why the rest does not. Exit status 0 when something can run.",
            "With nodes: what works on each, and whether one job can run on all of them."
        })
final class DoctorCommand {
    private static final int NOTHING_RUNS = 1;
    private static final List<String> LAUNCHERS = List.of("auto", "ompi", "mpich");

    @Option(names = "--json", description = "For machines.")
    boolean isJson;

    @Option(names = "--tunables", description = "List the tunables and their values instead.")
    boolean isTunables;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = {"-l", "--launcher"},
            paramLabel = "NAME",
            description = "Which MPI the nodes are to have in common: auto, ompi or mpich (default: auto).")
    String launcher = "auto";

    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    private DoctorCommand() {}

    static int run(List<String> words) throws IOException, InterruptedException {
        DoctorCommand command = new DoctorCommand();
        CommandLines.parse(command, words, "icclrun doctor --help lists the options");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        return command.cluster.isGiven() ? command.examineNodes() : command.examine();
    }

    private int examineNodes() throws IOException, InterruptedException {
        if (!LAUNCHERS.contains(launcher)) {
            throw new UserMistake("-l " + launcher + ": no MPI has that name", NearNames.hint(launcher, LAUNCHERS));
        }
        Map<String, String> environment = ProcessText.environment();
        Cluster nodes = cluster.find(environment, launcher);
        if (nodes == null) {
            throw new IllegalStateException("nodes were given");
        }
        ClusterReport report = new ClusterDoctor(Installation.find(), environment)
                .examine(nodes, launcher, cluster.areNewHostKeysAccepted);
        System.out.print(isJson ? report.asJson() : report.asText());
        return report.isReady() ? 0 : NOTHING_RUNS;
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
