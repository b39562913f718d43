package iccl.examples.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What people see who ask for help or type something wrong. */
@Timeout(60)
class UsageTest {
    @Test
    void shouldComplainOnceAndEndWith2Everywhere() throws Exception {
        try (Output output = new Output()) {
            assertEquals(List.of(2, 2, 2), new FakeWorld(3).run(new Reduce(), "--root", "3"));
            assertEquals(
                    List.of("reduce: Invalid value for option '--root': '3' is no rank; there are 0 to 2, or 'all'; "
                            + "see reduce --help"),
                    output.complaints());
            assertEquals(List.of(), output.lines());
        }
    }

    @Test
    void shouldHelpOnce() throws Exception {
        try (Output output = new Output()) {
            assertEquals(List.of(0, 0), new FakeWorld(2).run(new AllGather(), "--help"));
            assertEquals(
                    1,
                    output.lines().stream()
                            .filter(line -> line.startsWith("Usage: all_gather "))
                            .count());
            assertTrue(output.complaints().isEmpty());
        }
    }
}
