package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.api.Operation;
import org.jspecify.annotations.Nullable;

/** What the failure of a machine says. */
public final class Blame {
    private Blame() {}

    /** The failure, naming the operation that it ended; null = none had begun. */
    public static IcclException within(@Nullable Operation operation, IcclException why) {
        if (why.operation() != null || operation == null) {
            return why;
        }
        return new IcclException(why.code(), operation, why.rank(), String.valueOf(why.getMessage()), why);
    }
}
