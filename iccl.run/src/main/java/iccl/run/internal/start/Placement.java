package iccl.run.internal.start;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.probe.ProbedNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Which ranks a node has: they fill the nodes in the order of the list, each up to its slots.
 *
 * @param node where
 * @param firstRank the lowest
 * @param rankCount at least 1
 */
record Placement(ProbedNode node, int firstRank, int rankCount) {
    /** The nodes that get a rank. */
    static List<Node> needed(List<Node> nodes, int ranks) {
        List<Node> needed = new ArrayList<>();
        int placed = 0;
        for (Node node : nodes) {
            if (placed < ranks) {
                needed.add(node);
                placed += node.slots();
            }
        }
        return needed;
    }

    /** @param nodes with as many slots as there are ranks; the last node takes what is more */
    static List<Placement> of(List<ProbedNode> nodes, int ranks) {
        List<Placement> placements = new ArrayList<>();
        int placed = 0;
        for (ProbedNode node : nodes) {
            boolean isLast = placements.size() == nodes.size() - 1;
            int count = isLast ? ranks - placed : Math.min(node.node().slots(), ranks - placed);
            placements.add(new Placement(node, placed, count));
            placed += count;
        }
        return placements;
    }
}
