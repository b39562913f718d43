package iccl.run.internal.cli;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.container.Installation;
import iccl.run.internal.deploy.Removal;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeProbes;
import iccl.run.internal.watch.GuardedJob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code icclrun clean}: takes from nodes what was deployed to them. */
@Command(
        name = "icclrun clean",
        usageHelpWidth = 100,
        description = "Removes from the nodes what icclrun deployed and built there. The next run ships it again.")
final class CleanCommand {
    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    private CleanCommand() {}

    static int run(List<String> words, Map<String, String> environment) throws IOException, InterruptedException {
        CleanCommand command = new CleanCommand();
        CommandLines.parse(command, words, "icclrun clean --help lists the options");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        Cluster cluster = command.cluster.find(environment, "auto");
        if (cluster == null) {
            throw new UserMistake("icclrun clean needs to know the nodes", "give -c cluster.yaml, -H or --hostfile");
        }
        System.err.println("icclrun: " + cluster.describe());
        Installation installation = Installation.find();
        try (GuardedJob guarded = GuardedJob.start(installation);
                NodeProbes probes = NodeProbes.open(
                        installation, guarded.job(), cluster.nodes(), command.cluster.areNewHostKeysAccepted)) {
            Removal.run(probes.all("none", "")).forEach(System.out::println);
            return 0;
        }
    }
}
