/**
 * Collectives of ranks on several machines, in two levels. The ranks of a node share memory; a <em>rail</em> is one rank of each
 * node, all with the same place there. Inside the nodes data goes through {@link iccl.kernel.internal.node.NodeSide memory},
 * along the rails as messages, by the algorithms that any ranks use. An operation is cut into chunks; while one is on the
 * rails, the nodes prepare the next and spread the one before.
 */
package iccl.kernel.internal.hierarchy;
