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
import org.jspecify.annotations.Nullable;

/** A program across a cluster, from "ssh works" to "nothing is left". */
public final class ClusterRun implements ClusterRunner, AutoCloseable {
    private final Installation installation;
    private final Map<String, String> environment;
    private @Nullable Preparation preparation;

    public ClusterRun(Installation installation, Map<String, String> environment) {
        this.installation = installation;
        this.environment = environment;
    }

    /**
     * Starts to find out about this machine, on other threads, while the list of nodes is still to be read.
     *
     * @param launcher that the job asks for
     */
    public void prepare(String launcher) {
        preparation(launcher);
    }

    private Preparation preparation(String launcher) {
        Preparation begun = preparation;
        if (begun == null) {
            begun = Preparation.begin(installation, environment, launcher);
            preparation = begun;
        }
        return begun;
    }

    @Override
    public int run(ClusterRequest request) throws IOException, InterruptedException {
        RunRequest run = request.run();
        Preparation here = preparation(run.launcher());
        Target target = target(request);
        List<Node> nodes = Placement.needed(request.cluster().nodes(), run.ranks());
        try (GuardedJob guarded = GuardedJob.start(installation);
                NodeProbes probes = NodeProbes.open(
                        installation, guarded.job(), nodes, request.areNewHostKeysAccepted(), here::sshConfiguration)) {
            Start start = new Start(new Start.Here(installation, environment, here), request, guarded, target);
            return start.run(probes.all(run.launcher(), here.versions()));
        }
    }

    /** What is still being asked is not needed any more. */
    @Override
    public void close() {
        if (preparation != null) {
            preparation.close();
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
