package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StrippedNamesTest {
    @Test
    void shouldStripNothingWhereNobodyNeedsIt() {
        assertEquals(Optional.empty(), StrippedNames.prefixes(List.of("node1", "node2"), List.of()));
        assertEquals(Optional.empty(), StrippedNames.prefixes(List.of("a.example.org"), List.of("a.example.org")));
    }

    @Test
    void shouldStripAsLittleAsItCan() {
        assertEquals(
                Optional.of("n"), StrippedNames.prefixes(List.of("node1", "node2", "x"), List.of("node1", "node2")));
        assertEquals(
                Optional.of("a,b"), StrippedNames.prefixes(List.of("alpha", "beta", "a"), List.of("alpha", "beta")));
    }

    @Test
    void shouldLeaveNoTwoNodesWithTheSameName() {
        assertEquals(
                Optional.of("r1"), StrippedNames.prefixes(List.of("r1n1", "r1n2", "1n1"), List.of("r1n1", "r1n2")));
        assertEquals(Optional.empty(), StrippedNames.prefixes(List.of("node7", "host7"), List.of("node7", "host7")));
    }

    @Test
    void shouldCountTheEntriesOfOneNodeOnce() {
        assertEquals(Optional.of("n"), StrippedNames.prefixes(List.of("node1", "node1"), List.of("node1", "node1")));
    }

    @Test
    void shouldLeaveSomethingOfEachName() {
        assertEquals(Optional.empty(), StrippedNames.prefixes(List.of("a"), List.of("a")));
        assertEquals(Optional.of("a"), StrippedNames.prefixes(List.of("a0", "b"), List.of("a0")));
    }
}
