package iccl.run.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private final Table table = new Table();

    private void add(String line) {
        Measured row = Measured.parse(line);
        assertNotNull(row, line);
        table.add(row);
    }

    @Test
    void shouldReadTheBenchmarksRows() {
        assertEquals(
                new Measured("AllReduce", 2, 1, 64, "ring", 12.5, List.of("ring", "direct")),
                Measured.parse("@row AllReduce 2 1 64 ring 12.5000 ring,direct"));
        assertNull(Measured.parse("#  size  count"));
    }

    @Test
    void shouldWriteARangeForEachThatIsTheFastest() {
        add("@row AllReduce 2 1 64 tree 1 tree,ring");
        add("@row AllReduce 2 1 256 tree 4 tree,ring");
        add("@row AllReduce 2 1 1000 tree 16 tree,ring");
        add("@row AllReduce 2 1 64 ring 2 tree,ring");
        // So little that it may be chance.
        add("@row AllReduce 2 1 256 ring 3.9 tree,ring");
        add("@row AllReduce 2 1 1000 ring 8 tree,ring");
        assertEquals(
                """
                # title
                # operation ranks nodes from to algorithm
                AllReduce 2 1 0 511 tree  # 64 B: 1.0 us, 256 B: 4.0 us
                AllReduce 2 1 512 - ring  # 1000 B: 8.0 us (tree 16.0)
                """,
                table.text(List.of(), "title"));
    }

    @Test
    void shouldWriteNoRangeWithoutSizes() {
        for (int size : new int[] {64, 80, 96}) {
            add("@row AllReduce 2 1 " + size + " tree 2 tree,ring");
            add("@row AllReduce 2 1 " + size + " ring " + (size == 80 ? 1 : 3) + " tree,ring");
        }
        List<String> ranges = table.text(List.of(), "title")
                .lines()
                .skip(2)
                .map(line -> line.replaceFirst(" *#.*", ""))
                .toList();
        assertEquals(List.of("AllReduce 2 1 0 63 tree", "AllReduce 2 1 64 - tree"), ranges);
    }

    @Test
    void shouldTakeTheMedianOfSeveral() {
        add("@row Reduce 2 1 8 tree 10 tree,ring");
        for (int micros : new int[] {1, 30, 40}) {
            add("@row Reduce 2 1 8 ring " + micros + " tree,ring");
        }
        String text = table.text(List.of(), "title");
        assertEquals(
                "Reduce 2 1 0 - tree  # 8 B: 10.0 us",
                text.lines().skip(2).findFirst().orElse(""));
    }

    @Test
    void shouldKeepWhatWasNotMeasuredAgain() {
        add("@row Reduce 2 1 8 tree 10 tree");
        String text = table.text(
                List.of("# old", "Reduce 2 1 0 - ring", "Reduce  4 1 0 - ring # kept", "Gather 2 1 0 - linear"), "new");
        assertEquals(
                """
                # new
                # operation ranks nodes from to algorithm
                Reduce  4 1 0 - ring # kept
                Gather 2 1 0 - linear
                Reduce 2 1 0 - tree  # 8 B: 10.0 us
                """,
                text);
    }
}
