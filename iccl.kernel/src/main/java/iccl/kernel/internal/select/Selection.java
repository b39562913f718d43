package iccl.kernel.internal.select;

import static java.util.Objects.requireNonNull;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Situation;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * Picks the algorithm for each call of one communicator: the one that is asked for if it can, else the one that was measured
 * to be the fastest, else the one with the highest score. The choice depends on nothing but what is the same on every rank. Sizes are rounded down to a power of two before
 * they are scored, so that choices can be remembered: after the first call of a kind, choosing allocates nothing.
 *
 * <p>Threads: one at a time.
 */
public final class Selection {
    private static final int SIZES = 65;
    private static final int TYPES = Datatype.values().length;
    /** One more, for none. */
    private static final int OPS = ReductionOp.values().length + 1;

    private final int ranks;
    private final int nodes;
    private final boolean deterministic;
    private final Wishes wishes;
    private final TuningTable table;
    /** By {@link #rowOf}, made when first needed; then by power of two, for each {@link Means}. */
    private final @Nullable Algorithm[] @Nullable [] remembered;

    /**
     * @param ranks size of the communicator
     * @param nodes machines that its ranks are on
     * @param deterministic whether floats must be combined in rank order
     * @param wishes the property {@code iccl.algorithm}; empty asks for nothing
     * @throws IcclException {@code INVALID_ARGUMENT} that lists what exists, when the text asks for what does not
     */
    public Selection(int ranks, int nodes, boolean deterministic, String wishes) {
        this(ranks, nodes, deterministic, wishes, TuningTable.NONE);
    }

    /** With a table that decides where nothing is asked for. */
    public Selection(int ranks, int nodes, boolean deterministic, String wishes, TuningTable table) {
        this.ranks = ranks;
        this.nodes = nodes;
        this.deterministic = deterministic;
        this.wishes = new Wishes(wishes);
        this.table = table;
        this.remembered = new Algorithm[Operation.values().length * TYPES * OPS][];
    }

    /** The algorithm for a call, by those means; they are the same on every rank. */
    @SuppressWarnings("EnumOrdinal") // an index for this run only
    public Algorithm choose(CollectiveCall call, Means means) {
        int row = rowOf(call);
        @Nullable Algorithm[] choices = remembered[row];
        if (choices == null) {
            choices = new Algorithm[Means.values().length * SIZES];
            remembered[row] = choices;
        }
        int column = 64 - Long.numberOfLeadingZeros(call.bytes()) + means.ordinal() * SIZES;
        Algorithm choice = choices[column];
        if (choice == null) {
            choice = decide(situationOf(call), means);
            choices[column] = choice;
        }
        return choice;
    }

    @SuppressWarnings("EnumOrdinal") // as above
    private static int rowOf(CollectiveCall call) {
        int op = call.op() == null ? 0 : call.op().ordinal() + 1;
        return (call.operation().ordinal() * TYPES + call.type().ordinal()) * OPS + op;
    }

    private Situation situationOf(CollectiveCall call) {
        return new Situation(
                call.operation(),
                Long.highestOneBit(call.bytes()),
                call.type(),
                call.op(),
                ranks,
                nodes,
                deterministic);
    }

    private Algorithm decide(Situation situation, Means means) {
        Algorithm wished = wishes.of(situation.operation());
        if (wished != null && obstacle(wished, situation, means) == null) {
            return wished;
        }
        Algorithm fastest = table.of(situation);
        if (fastest != null && obstacle(fastest, situation, means) == null) {
            return fastest;
        }
        Algorithm best = null;
        for (Algorithm candidate : Algorithms.of(situation.operation())) {
            boolean better = best == null
                    || candidate.score().of(situation) > best.score().of(situation);
            if (better && obstacle(candidate, situation, means) == null) {
                best = candidate;
            }
        }
        if (best == null) {
            throw new IcclException(
                    ResultCode.INTERNAL_ERROR, "no algorithm can do " + situation + "; please report it");
        }
        return best;
    }

    /** Why an algorithm cannot be taken at all, or null. */
    private static @Nullable String obstacle(Algorithm candidate, Situation situation, Means means) {
        if (candidate.name().equals(Algorithms.NATIVE) && !means.hasNative()) {
            return "the transport does not offer it, or ranks have devices";
        }
        if (candidate.name().equals(Algorithms.SHARED) && !means.hasShared()) {
            return situation.operation().isPointToPoint()
                    ? "the two share no memory, or ranks have devices"
                    : "the ranks share no memory, or have devices";
        }
        if (candidate.name().equals(Algorithms.HIERARCHICAL) && !means.hasHierarchy()) {
            return "cannot do it between these machines";
        }
        if (orderMatters(situation) && !candidate.inRankOrder()) {
            return "does not combine in rank order";
        }
        return candidate.score().of(situation) < 0 ? "cannot do this size" : null;
    }

    private static boolean orderMatters(Situation situation) {
        ReductionOp op = situation.op();
        return situation.deterministic()
                && op != null
                && situation.type().isFloating()
                && op != ReductionOp.MAX
                && op != ReductionOp.MIN;
    }

    /**
     * What {@link #choose} says and why, for people: the winner and its reason in the first line, then a line for each
     * candidate.
     */
    public String explain(CollectiveCall call, Means means) {
        Situation situation = situationOf(call);
        Algorithm winner = decide(situation, means);
        StringBuilder text = new StringBuilder(winner.name()).append(": ").append(reason(winner, situation, means));
        for (Algorithm candidate : Algorithms.of(call.operation())) {
            String obstacle = obstacle(candidate, situation, means);
            text.append("\n  ").append(candidate.name()).append(", score ");
            text.append(candidate.score().of(situation))
                    .append(" (")
                    .append(candidate.description())
                    .append("): ");
            text.append(candidate.equals(winner) ? "chosen" : obstacle != null ? obstacle : "lost");
        }
        return text.toString();
    }

    private String reason(Algorithm winner, Situation situation, Means means) {
        Algorithm wished = wishes.of(situation.operation());
        if (winner.equals(wished)) {
            return "iccl.algorithm asks for it";
        }
        Algorithm fastest = table.of(situation);
        String origin = "the tuning table (" + table.origin(situation) + ")";
        String reason = winner.equals(fastest) ? origin + " says that it is the fastest" : "highest score";
        if (wished != null) {
            reason += "; iccl.algorithm asks for " + wished.name() + ", which "
                    + requireNonNull(obstacle(wished, situation, means));
        }
        if (fastest != null && !winner.equals(fastest)) {
            reason += "; " + origin + " has " + fastest.name() + ", which "
                    + requireNonNull(obstacle(fastest, situation, means));
        }
        return reason;
    }
}
