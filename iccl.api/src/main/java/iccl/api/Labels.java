package iccl.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds a constant by the name users write. */
final class Labels {
    private Labels() {}

    static <E extends Enum<E>> E find(E[] constants, Function<E, String> label, String what, String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        for (E constant : constants) {
            if (label.apply(constant).equals(wanted)) {
                return constant;
            }
        }
        String known = Arrays.stream(constants).map(label).collect(Collectors.joining(", "));
        throw new IcclException(
                ResultCode.INVALID_ARGUMENT, "there is no " + what + " '" + text + "'; choose one of: " + known);
    }
}
