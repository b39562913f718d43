package iccl.run.internal.probe;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.ssh.NodeShell;

/**
 * A node that answered.
 *
 * @param shell open
 */
public record ProbedNode(Node node, NodeShell shell, NodeFacts facts) {}
