package iccl.run.internal.doctor;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.doctor.Check.Status;
import java.util.List;

/**
 * What was found out about one node.
 *
 * @param checks at least one
 */
public record Examination(Node node, List<Check> checks) {
    boolean isReady() {
        return checks.stream().noneMatch(check -> check.status() == Status.BAD);
    }
}
