package iccl.examples.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    @Test
    void shouldReadWhatTheKernelExplains() {
        Choice choice = Choice.parse(
                """
                AllReduce of 4 int8 sum on world (4 ranks on 2 machines): platform cpu, backend x, algorithm ring: highest score
                  native, score 100 (the transport's own): the transport does not offer it
                  tree, score -1 (for: small ones): cannot do this size
                  ring, score 40 (neighbours only, for large buffers): chosen
                  direct, score 10 (two rounds): lost""");
        assertEquals(new Choice("ring", 2, List.of("ring", "direct")), choice);
        assertEquals(new Choice("unknown", 1, List.of()), Choice.parse("fake"));
    }
}
