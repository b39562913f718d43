package iccl.run.internal.watch;

import iccl.run.internal.launch.NodePlan;
import iccl.run.internal.ssh.NodeShell;

/**
 * A node's part of a job.
 *
 * @param plan what it does
 * @param shell connected to it
 * @param script makes the files, says that they are ready, and becomes the guard
 */
public record RemotePart(NodePlan plan, NodeShell shell, String script) {}
