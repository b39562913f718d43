package iccl.run.internal.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What one node does in a job; paths are the node's own.
 *
 * @param job with the node's own place for files
 * @param host its name, for messages
 * @param firstRank the lowest of its ranks, which are consecutive
 * @param rankCount how many there are
 * @param exported set for the program only, inside the script
 * @param rankCommand what the script starts
 * @param workDirectory where it starts; empty for where the script itself was started
 * @param bundles what a rank's container holds; empty for an executable
 * @param details more for people: a title and a text for each
 */
public record NodePlan(
        Job job,
        String host,
        int firstRank,
        int rankCount,
        Map<String, String> exported,
        List<String> rankCommand,
        String workDirectory,
        List<PlannedBundle> bundles,
        Map<String, String> details) {

    /**
     * A bundle of a rank's container.
     *
     * @param reason why it is in
     */
    public record PlannedBundle(Path file, String reason) {}

    public List<Integer> ranks() {
        return IntStream.range(firstRank, firstRank + rankCount).boxed().toList();
    }
}
