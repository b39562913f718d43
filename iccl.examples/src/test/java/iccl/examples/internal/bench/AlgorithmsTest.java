package iccl.examples.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.examples.internal.suite.Case;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgorithmsTest {
    private static Row row(String operation, long bytes, String algorithm) {
        Case asked = new Case(bytes, false, Datatype.INT8, null, Case.NO_ROOT);
        return new Row(
                new Measured(operation, Operation.ALL_GATHER, trial -> {}),
                2,
                bytes,
                asked,
                new Choice(algorithm, 1, List.of()),
                null,
                null);
    }

    @Test
    void shouldJoinSizesAndBeginALineForEachOperation() {
        Algorithms algorithms = new Algorithms();
        algorithms.add(row("all_gather", 4, "bruck"));
        algorithms.add(row("all_gather", 16, "bruck"));
        algorithms.add(row("all_gather", 64, "ring"));
        algorithms.add(row("gather", 4, "ring"));
        assertEquals(
                List.of("Algorithms of all_gather int8: bruck 4-16, ring 64", "Algorithms of gather int8: ring 4"),
                algorithms.lines());
    }
}
