package iccl.examples.internal.bench;

import java.util.ArrayList;
import java.util.List;

/** A summary of which algorithm ran where: a line for each operation, type and reduction. */
final class Algorithms {
    private final List<String> lines = new ArrayList<>();
    private String subject = "";
    private String algorithm = "";
    private long from;
    private long to;
    private final List<String> ranges = new ArrayList<>();

    /** In the order in which they are measured: sizes ascend. */
    void add(Row row) {
        if (!row.measured().moves()) {
            return;
        }
        String next = row.subject();
        boolean isSameSubject = next.equals(subject);
        if (!isSameSubject || !row.algorithm().equals(algorithm)) {
            endRange();
            from = row.bytes();
        }
        if (!isSameSubject) {
            endLine();
        }
        subject = next;
        algorithm = row.algorithm();
        to = row.bytes();
    }

    private void endRange() {
        if (!algorithm.isEmpty()) {
            ranges.add(algorithm + " " + (from == to ? "" + from : from + "-" + to));
            algorithm = "";
        }
    }

    private void endLine() {
        if (!ranges.isEmpty()) {
            lines.add("Algorithms of " + subject + ": " + String.join(", ", ranges));
            ranges.clear();
        }
    }

    List<String> lines() {
        endRange();
        endLine();
        return lines;
    }
}
