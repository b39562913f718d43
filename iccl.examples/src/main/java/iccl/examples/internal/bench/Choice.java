package iccl.examples.internal.bench;

import iccl.api.Communicator;
import iccl.api.Operation;
import iccl.examples.internal.suite.Case;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel says that an operation gets, in one word. */
final class Choice {
    private static final Pattern ALGORITHM = Pattern.compile("algorithm ([^:\\s]+)");
    private static final String UNKNOWN = "unknown";

    private Choice() {}

    static String of(Communicator world, Operation operation, Case asked) {
        if (asked.type() == null) {
            return UNKNOWN;
        }
        Matcher words = ALGORITHM.matcher(world.explain(operation, asked.count(), asked.type(), asked.op()));
        return words.find() ? words.group(1) : UNKNOWN;
    }
}
