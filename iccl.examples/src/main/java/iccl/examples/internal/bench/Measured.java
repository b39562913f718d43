package iccl.examples.internal.bench;

import iccl.api.Operation;
import iccl.examples.internal.suite.Trial;
import java.util.function.Consumer;

/**
 * One operation to measure, with nccl-tests' notion of its size and of the bandwidth that the hardware sees (its
 * doc/PERFORMANCE.md).
 *
 * @param name as users type it: {@code all_reduce}
 * @param example fills, runs and checks it
 */
public record Measured(String name, Operation operation, Consumer<Trial> example) {
    /** How many blocks of {@code count} elements its size counts: the larger of what a rank gives and gets, over all ranks. */
    int blocks(int ranks) {
        return switch (operation) {
            case ALL_GATHER, GATHER, SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> ranks;
            case BARRIER -> 0;
            case ALL_REDUCE, REDUCE, BROADCAST, SEND, RECV -> 1;
        };
    }

    /** Bus bandwidth is so many times the algorithm's: comparable over operations and numbers of ranks. */
    double busFactor(int ranks) {
        return switch (operation) {
            case ALL_REDUCE -> 2.0 * (ranks - 1) / ranks;
            case ALL_GATHER, GATHER, SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> (ranks - 1.0) / ranks;
            case REDUCE, BROADCAST, SEND, RECV, BARRIER -> 1;
        };
    }

    boolean moves() {
        return operation != Operation.BARRIER;
    }

    /** Whether one buffer may serve to send from and to receive into. */
    boolean hasInPlace() {
        return moves() && !operation.isPointToPoint();
    }
}
