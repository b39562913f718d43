package iccl.examples.internal.bench;

import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.examples.internal.suite.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel says that an operation gets.
 *
 * @param algorithm the chosen one; {@code unknown} where the text says nothing, {@code mixed} where ranks have different ones:
 *     a message may stay on the machine or leave it
 * @param nodes machines that the ranks are on
 * @param candidates the algorithms that could do it, the chosen one among them
 */
record Choice(String algorithm, int nodes, List<String> candidates) {
    private static final Pattern ALGORITHM = Pattern.compile("algorithm ([^:\\s]+):");
    private static final Pattern NODES = Pattern.compile(" ranks on (\\d+) machines\\)");
    private static final Pattern CANDIDATE = Pattern.compile("\n  ([^,\\s]+), score [^\n]*: (?:chosen|lost)(?=\n|$)");

    static Choice of(Communicator world, Operation operation, Case asked) {
        Datatype type = asked.type() == null ? Datatype.UINT8 : asked.type();
        return parse(world.explain(operation, asked.count(), type, asked.op()));
    }

    /** What all ranks get; every rank asks. */
    Choice amongAll(Ranks ranks) {
        long mark = algorithm.hashCode();
        boolean isSame = ranks.largest(mark) == -ranks.largest(-mark);
        return isSame ? this : new Choice("mixed", nodes, candidates);
    }

    static Choice parse(String text) {
        Matcher algorithm = ALGORITHM.matcher(text);
        Matcher nodes = NODES.matcher(text);
        List<String> candidates = new ArrayList<>();
        Matcher candidate = CANDIDATE.matcher(text);
        while (candidate.find()) {
            candidates.add(candidate.group(1));
        }
        return new Choice(
                algorithm.find() ? algorithm.group(1) : "unknown",
                nodes.find() ? Integer.parseInt(nodes.group(1)) : 1,
                List.copyOf(candidates));
    }
}
