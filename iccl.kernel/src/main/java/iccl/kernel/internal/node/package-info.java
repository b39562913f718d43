/**
 * Collectives between ranks that share a machine, through memory that all of them map. A {@link iccl.kernel.internal.node.Board}
 * holds a counter, two addresses and two slots of each rank. An operation is a sequence of {@link
 * iccl.kernel.internal.node.Exchange exchanges}: each rank puts what the others need where they can read it, raises its
 * counter, and reads theirs when they have raised theirs. Small and unshared buffers go {@link
 * iccl.kernel.internal.node.SlotPath through the slots}; large ones that lie in windows of shared memory are {@link
 * iccl.kernel.internal.node.WindowPath read and written where they are}.
 */
package iccl.kernel.internal.node;
