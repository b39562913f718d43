package iccl.run.internal.cluster;

import iccl.run.internal.launch.RunRequest;

/**
 * What the user asked a cluster for.
 *
 * @param cluster at least as many slots as {@code run} has ranks
 * @param run the program and how to run it; {@code ranks} are all slots unless the user gave a number
 * @param isBuildWanted whether the user's project is shipped and built first ({@code --build})
 * @param areNewHostKeysAccepted whether ssh takes the key of a host that it does not know ({@code --accept-new-host-keys})
 * @param dryRun whether to show only what would be done
 */
public record ClusterRequest(
        Cluster cluster, RunRequest run, boolean isBuildWanted, boolean areNewHostKeysAccepted, DryRun dryRun) {

    /** Whether to show only what would be done. */
    public enum DryRun {
        /** Do it. */
        NO,
        /** Show it to people. */
        TEXT,
        /** Show it to machines. */
        JSON
    }
}
