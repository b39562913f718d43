package iccl.kernel.internal.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ForwardingEndpoint;
import iccl.kernel.testkit.SimNetwork;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes, places, rails, and the endpoints that are parts of another. */
class NodeMapTest {
    /** Six ranks: 0, 2 and 5 on one machine, 1 and 4 on another, 3 alone or with the second. */
    private static List<Endpoint> ends(int nodeOfThree) {
        int[] nodes = {0, 1, 0, nodeOfThree, 1, 0};
        return new SimNetwork(new CheckedMemory(), 1)
                .openThreads(nodes.length).stream()
                        .<Endpoint>map(end -> new ForwardingEndpoint(end) {
                            @Override
                            public int nodeOf(int rank) {
                                return nodes[rank];
                            }
                        })
                        .toList();
    }

    @Test
    void shouldNumberNodesByTheirLowestRanks() {
        NodeMap map = NodeMap.of(ends(3).get(4));
        assertEquals(3, map.nodes());
        assertEquals(1, map.node());
        assertEquals(1, map.place());
        assertArrayEquals(new int[] {1, 4}, map.neighbours());
        assertArrayEquals(
                new int[] {0, 1, 0, 2, 1, 0},
                IntStream.range(0, 6).map(map::nodeOf).toArray());
        assertArrayEquals(
                new int[] {0, 0, 1, 0, 1, 2},
                IntStream.range(0, 6).map(map::placeOf).toArray());
        assertEquals(5, map.rankOf(0, 2));
    }

    @Test
    void shouldHaveAsManyRailsAsTheSmallestNodeHasRanks() {
        NodeMap uneven = NodeMap.of(ends(3).get(4));
        assertEquals(1, uneven.rails());
        assertFalse(uneven.hasRail());
        assertFalse(uneven.isEven());
        assertTrue(uneven.hasTwoLevels());
        NodeMap even = NodeMap.of(ends(1).get(4));
        assertEquals(3, even.rails());
        assertTrue(even.isEven());
        assertEquals(2, even.place());
        assertArrayEquals(new int[] {5, 4}, even.rail());
    }

    @Test
    void shouldKnowWhereThereAreNoTwoLevels() {
        SimNetwork apart = new SimNetwork(new CheckedMemory(), 1).withRanksPerNode(1);
        assertFalse(NodeMap.of(apart.openThreads(3).get(0)).hasTwoLevels());
        SimNetwork together = new SimNetwork(new CheckedMemory(), 1).withRanksPerNode(3);
        assertFalse(NodeMap.of(together.openThreads(3).get(0)).hasTwoLevels());
    }

    @Test
    void shouldRenumberTheRanksOfAPart() {
        PartEndpoint node = new PartEndpoint(ends(3).get(2), new int[] {0, 2, 5});
        assertEquals(3, node.size());
        assertEquals(1, node.rank());
        assertEquals(0, node.nodeOf(2));
        assertEquals(5, node.outer(2));
        PartEndpoint rail = new PartEndpoint(ends(3).get(1), new int[] {0, 1, 3});
        assertEquals(1, rail.rank());
        assertEquals(2, rail.nodeOf(2));
    }
}
