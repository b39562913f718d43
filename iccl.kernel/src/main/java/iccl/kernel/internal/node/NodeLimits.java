package iccl.kernel.internal.node;

import iccl.api.Operation;
import iccl.kernel.internal.memory.Windows;

/**
 * From which sizes the ranks of a machine do what.
 *
 * @param slotsBytes the most that the slots of all ranks, and the channels between them, may take
 * @param askedFromBytes from how many bytes in a slot on the ranks ask each other where their buffers are; smaller operations
 *     go through the slots, wherever the buffers are
 * @param reducedByAllBytes up to how many bytes every rank reduces all of an all-reduce by itself: a second exchange would
 *     cost more
 * @param stepsPerLook a look whether the peers are still there comes each time this many steps found that they must wait
 */
public record NodeLimits(long slotsBytes, long askedFromBytes, long reducedByAllBytes, int stepsPerLook) {
    private static final long REDUCED_BY_ALL_BYTES = 8 * 1024;
    private static final int STEPS_PER_LOOK = 64;

    /** As {@link #askedFromBytes}; for Gather, whose ranks need not wait for the root, a little more. */
    long askedFrom(Operation operation) {
        return operation == Operation.GATHER ? askedFromBytes + 1 : askedFromBytes;
    }

    /** What was found to be fastest. */
    public static NodeLimits standard(long slotsBytes) {
        return new NodeLimits(slotsBytes, Windows.SHORTEST_BYTES, REDUCED_BY_ALL_BYTES, STEPS_PER_LOOK);
    }
}
