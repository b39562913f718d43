package iccl.run.internal.cluster;

import java.io.IOException;

/** Runs a program across a cluster: probes, resolves, deploys, builds, starts, watches, cleans up. */
public interface ClusterRunner {
    /**
     * Returns the launcher's exit status when nothing of the job is left on any node that can be reached.
     *
     * @throws iccl.run.internal.launch.UserMistake before anything is started
     */
    int run(ClusterRequest request) throws IOException, InterruptedException;
}
