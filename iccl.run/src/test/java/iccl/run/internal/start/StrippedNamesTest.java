package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StrippedNamesTest {
    private static Optional<String> prefixes(List<String> names, List<String> needy) {
        return StrippedNames.of(names, needy).prefixes();
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
        StrippedNames impossible = StrippedNames.of(nodes, nodes);
        assertEquals(Optional.empty(), impossible.prefixes());
        assertEquals(2, impossible.needy().size());
        assertEquals(0, StrippedNames.of(nodes, List.of()).needy().size());
        List<String> full = List.of("node7.example.org", "host7.example.org");
        assertEquals(0, StrippedNames.of(full, full).needy().size());
    }
}
