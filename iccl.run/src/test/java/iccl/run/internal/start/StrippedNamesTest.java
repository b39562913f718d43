package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.start.StrippedNames.Host;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StrippedNamesTest {
    private static Optional<String> prefixes(List<String> names, List<String> needy) {
        return StrippedNames.of(hosts(names), needy).prefixes();
    }

    /** One for each name. */
    private static List<Host> hosts(List<String> names) {
        return names.stream().map(name -> new Host(name, "")).toList();
    }

    @Test
    void shouldStripNothingWhereNobodyNeedsIt() {
        assertEquals(Optional.empty(), prefixes(List.of("node1", "node2"), List.of()));
        assertEquals(Optional.empty(), prefixes(List.of("a.example.org"), List.of("a.example.org")));
    }

    @Test
    void shouldStripAsLittleAsItCan() {
        assertEquals(Optional.of("n"), prefixes(List.of("node1", "node2", "x"), List.of("node1", "node2")));
        assertEquals(Optional.of("a,b"), prefixes(List.of("alpha", "beta", "a"), List.of("alpha", "beta")));
    }

    @Test
    void shouldLeaveNoTwoNodesWithTheSameName() {
        assertEquals(Optional.of("r1"), prefixes(List.of("r1n1", "r1n2", "1n1"), List.of("r1n1", "r1n2")));
        assertEquals(Optional.empty(), prefixes(List.of("node7", "host7"), List.of("node7", "host7")));
    }

    @Test
    void shouldCountTheEntriesOfOneNodeOnce() {
        assertEquals(Optional.of("n"), prefixes(List.of("node1", "node1"), List.of("node1", "node1")));
    }

    @Test
    void shouldRefuseTwoHostsThatCallThemselvesTheSame() {
        List<Host> hosts = List.of(new Host("node1", "a"), new Host("node1", "b"));
        assertEquals(Optional.empty(), StrippedNames.of(hosts, List.of("node1")).prefixes());
        String one = "host\tnode1\nmachine\tm\naddress\teth0 fd77::1/64\nssh_connection\tfd77::9 1 fd77::1 22\n";
        String entry = "host\tnode1\nmachine\tm\naddress\teth0 fd77::1/64\nssh_connection\tfd77::9 2 fd77::1 22\n";
        String other = "host\tnode1\nmachine\tm\naddress\teth0 fd77::2/64\nssh_connection\tfd77::9 3 fd77::2 22\n";
        assertEquals("", StrippedNames.obstacle(nodes(one, entry), "head"));
        String obstacle = StrippedNames.obstacle(nodes(one, other), "head");
        assertTrue(obstacle.endsWith("; several call themselves node1"), obstacle);
    }

    @Test
    void shouldKnowThisMachineAmongTheNodes() {
        String here = "host\thead1\naddress\teth0 fd77::9/64\nssh_connection\tfd77::9 1 fd77::9 22\n";
        String node = "host\tnode2\naddress\teth0 fd77::2/64\nssh_connection\tfd77::9 1 fd77::2 22\n";
        assertEquals("", StrippedNames.obstacle(nodes(here, node), "head1"));
        String namesake = "host\thead1\naddress\teth0 fd77::3/64\nssh_connection\tfd77::9 1 fd77::3 22\n";
        assertTrue(StrippedNames.obstacle(nodes(namesake, node), "head1").contains("call themselves head1"));
    }

    @SuppressWarnings("NullAway") // nobody talks to a shell here
    private static List<ProbedNode> nodes(String... facts) {
        return Stream.of(facts)
                .map(text -> new ProbedNode(Node.of(0, "n"), null, NodeFacts.parse(text)))
                .toList();
    }

    @Test
    void shouldLeaveSomethingOfEachName() {
        assertEquals(Optional.empty(), prefixes(List.of("a"), List.of("a")));
        assertEquals(Optional.of("a"), prefixes(List.of("a0", "b"), List.of("a0")));
    }

    @Test
    void shouldCountThisMachine() {
        List<String> nodes = List.of("lab1", "lab2");
        assertEquals(Optional.of("l"), prefixes(List.of("lab1", "lab2", "head"), nodes));
        assertEquals(Optional.of("la"), prefixes(List.of("lab1", "lab2", "login1"), nodes));
    }

    @Test
    void shouldTellWhatIsImpossibleFromWhatIsNotNeeded() {
        List<String> nodes = List.of("node7", "host7");
        StrippedNames impossible = StrippedNames.of(hosts(nodes), nodes);
        assertEquals(Optional.empty(), impossible.prefixes());
        assertEquals(2, impossible.needy().size());
        assertEquals(0, StrippedNames.of(hosts(nodes), List.of()).needy().size());
        List<String> full = List.of("node7.example.org", "host7.example.org");
        assertEquals(0, StrippedNames.of(hosts(full), full).needy().size());
    }
}
