package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void shouldFillNodesInOrderAndLeaveOutTheRest() {
        List<Node> nodes = List.of(node(0, 2), node(1, 3), node(2, 4));
        assertEquals(List.of(0, 1), indices(Placement.needed(nodes, 5)));
        assertEquals(List.of(0, 1, 2), indices(Placement.needed(nodes, 6)));
        assertEquals(List.of(0), indices(Placement.needed(nodes, 1)));
    }

    @Test
    void shouldGiveEachEntryAnAddressOfItsOwn() {
        assertEquals("240.0.0.1", MpiFiles.alias(0));
        assertEquals("240.0.1.1", MpiFiles.alias(250));
        assertEquals(
                1000,
                IntStream.range(0, 1000).mapToObj(MpiFiles::alias).distinct().count());
    }

    @Test
    void shouldCompareVersionsOfTheCLibraryAsNumbers() {
        assertTrue(NodeJava.isAtLeast("2.36", "2.36"));
        assertTrue(NodeJava.isAtLeast("2.41", "2.36"));
        assertFalse(NodeJava.isAtLeast("2.4", "2.36"));
        assertFalse(NodeJava.isAtLeast("", "2.36"), "musl says nothing");
    }

    private static List<Integer> indices(List<Node> nodes) {
        return nodes.stream().map(Node::index).toList();
    }

    private static Node node(int index, int slots) {
        return new Node(
                index,
                "h" + index,
                Node.Access.DEFAULT,
                slots,
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                Map.of(),
                Node.Build.DEFAULT);
    }
}
