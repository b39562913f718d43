package iccl.kernel.internal.collective;

import iccl.api.Operation;
import java.util.function.Function;

/**
 * A way to do an operation, as data: selection compares them, {@code explain} prints them.
 *
 * @param operation what it does
 * @param name for people and for the {@code iccl.algorithm} property: {@code ring}
 * @param description one line: what it is good at
 * @param inRankOrder whether it combines in rank order, or need not combine; what deterministic floats need
 * @param score how well it suits a situation: the highest wins, below 0 is "cannot"
 * @param machine makes one for a rank
 */
public record Algorithm(
        Operation operation,
        String name,
        String description,
        boolean inRankOrder,
        Score score,
        Function<Workbench, Machine> machine) {

    /** The same with other machines. */
    public Algorithm with(Function<Workbench, Machine> other) {
        return new Algorithm(operation, name, description, inRankOrder, score, other);
    }

    /** How well an algorithm suits a situation. */
    @FunctionalInterface
    public interface Score {
        /** The score: the highest wins, below 0 is "cannot". */
        int of(Situation situation);
    }
}
