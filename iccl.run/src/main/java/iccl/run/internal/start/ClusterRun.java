package iccl.run.internal.start;

import iccl.run.internal.cluster.ClusterRequest;
import iccl.run.internal.cluster.ClusterRunner;
import iccl.run.internal.cluster.Node;
import iccl.run.internal.container.BundleSelection;
import iccl.run.internal.container.BundleSelection.Purpose;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.Target;
import iccl.run.internal.launch.TargetFinder;
import iccl.run.internal.probe.NodeProbes;
import iccl.run.internal.watch.GuardedJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program across a cluster, from "ssh works" to "nothing is left". */
public final class ClusterRun implements ClusterRunner {
    private final Installation installation;
    private final Map<String, String> environment;

    public ClusterRun(Installation installation, Map<String, String> environment) {
        this.installation = installation;
        this.environment = environment;
    }

    @Override
    public int run(ClusterRequest request) throws IOException, InterruptedException {
        RunRequest run = request.run();
        Target target = target(request);
        List<Node> nodes = Placement.needed(request.cluster().nodes(), run.ranks());
        try (GuardedJob guarded = GuardedJob.start(installation);
                NodeProbes probes =
                        NodeProbes.open(installation, guarded.job(), nodes, request.areNewHostKeysAccepted());
                Preparation preparation = Preparation.begin(installation, environment, run.launcher())) {
            Start start = new Start(new Start.Here(installation, environment, preparation), request, guarded, target);
            return start.run(probes.all(run.launcher(), preparation.versions()));
        }
    }

    private Target target(ClusterRequest request) {
        RunRequest run = request.run();
        List<Path> bundles = new BundleSelection(installation).select(Purpose.RANK, "none", run.platform());
        TargetFinder finder = new TargetFinder(bundles, installation.libexec(), environment);
        return request.isBuildWanted() && !finder.isInstalled(run.program())
                ? new Target(Target.Kind.BUILT, run.program())
                : finder.find(run.program());
    }
}
