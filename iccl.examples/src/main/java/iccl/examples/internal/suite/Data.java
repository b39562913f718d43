package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What every rank gives, and what must come out when it is combined. The same on every rank, computed by each. */
public final class Data {
    private final Case asked;
    private final int ranks;
    private final boolean isPlain;
    private final Map<Integer, Pattern> given = new HashMap<>();
    private @Nullable Pattern combined;

    public Data(Case asked, int ranks) {
        this(asked, ranks, false);
    }

    private Data(Case asked, int ranks, boolean isPlain) {
        this.asked = asked;
        this.ranks = ranks;
        this.isPlain = isPlain;
    }

    /** Ones: nothing that takes a processor longer than usual, as subnormal numbers do. */
    public static Data plain(Case asked, int ranks) {
        return new Data(asked, ranks, true);
    }

    /** The elements that a rank gives. */
    public Pattern of(int rank) {
        return given.computeIfAbsent(rank, this::give);
    }

    /** The elements of all ranks, combined. */
    public Pattern combined() {
        if (combined == null) {
            combined = combine();
        }
        return combined;
    }

    private Pattern give(int rank) {
        if (isPlain) {
            Datatype type = type();
            long one = type.isFloating() ? Elements.fromDouble(type, 1) : 1;
            return new Pattern(type, index -> one, false);
        }
        Values values = values();
        return new Pattern(type(), index -> values.bits(rank, index), false);
    }

    private Pattern combine() {
        ReductionOp op = Objects.requireNonNull(asked.op(), "nothing is combined here");
        Values values = values();
        return new Pattern(
                type(),
                index -> {
                    long[] elements = new long[ranks];
                    for (int rank = 0; rank < ranks; rank++) {
                        elements[rank] = values.bits(rank, index);
                    }
                    return Oracle.combine(type(), op, elements);
                },
                true);
    }

    private Values values() {
        return new Values(type(), asked.op(), ranks);
    }

    private Datatype type() {
        return Objects.requireNonNull(asked.type(), "nothing is moved here");
    }
}
