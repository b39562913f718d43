package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Placement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The world that icclrun made for this backend, as the environment tells it. */
final class World {
    static final String NAME = "world";

    private World() {}

    /**
     * This process's place; empty when no launcher gave it one.
     *
     * @throws IcclException {@code INVALID_ARGUMENT} naming the variable that is wrong
     */
    static Optional<Placement> placement(Options options) {
        if (!"none".equals(options.variable("ICCL_LAUNCHER"))) {
            return Optional.empty();
        }
        String rank = options.variable("ICCL_RANK");
        String size = options.variable("ICCL_SIZE");
        if (rank == null && size == null) {
            return Optional.empty();
        }
        int ranks = number("ICCL_SIZE", size, 1, Integer.MAX_VALUE);
        return Optional.of(new Placement(number("ICCL_RANK", rank, 0, ranks - 1), ranks));
    }

    private static int number(String variable, @Nullable String text, int least, int most) {
        try {
            int value = Integer.parseInt(String.valueOf(text));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(variable, text, least, most);
        }
        throw wrong(variable, text, least, most);
    }

    private static IcclException wrong(String variable, @Nullable String text, int least, int most) {
        return new IcclException(
                ResultCode.INVALID_ARGUMENT,
                "%s is %s, but must be %d to %d; icclrun sets it, unset ICCL_LAUNCHER to run without"
                        .formatted(variable, text == null ? "not set" : "'" + text + "'", least, most));
    }
}
