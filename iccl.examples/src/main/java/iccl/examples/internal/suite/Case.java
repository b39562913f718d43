package iccl.examples.internal.suite;

import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the output.
 *
 * @param count elements per block
 * @param type null when nothing is moved
 * @param op null when nothing is combined
 * @param root {@link #NO_ROOT} when there is none
 */
public record Case(long count, boolean inPlace, @Nullable Datatype type, @Nullable ReductionOp op, int root) {
    public static final int NO_ROOT = -1;

    /** Everything that the options ask for, in this order: type, reduction, root. */
    static List<Case> of(Options options, Communicator world) {
        List<Case> cases = new ArrayList<>();
        for (Datatype type : orNull(options.types())) {
            for (ReductionOp op : orNull(options.ops())) {
                for (int root : options.roots(world.size())) {
                    cases.add(new Case(options.count(), options.inPlace(), type, op, root));
                }
            }
        }
        return cases;
    }

    private static <E> List<@Nullable E> orNull(List<E> values) {
        return values.isEmpty() ? Collections.singletonList(null) : new ArrayList<>(values);
    }
}
