package iccl.kernel.internal.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class SplitterTest {
    @Test
    void shouldSortMembersByKeyThenByRank() {
        int[] colors = {1, 0, 1, 1, 0, 1};
        int[] keys = {5, 0, -2, 5, 0, Integer.MIN_VALUE};
        assertArrayEquals(new int[] {5, 2, 0, 3}, Splitter.members(1, colors, keys));
        assertArrayEquals(new int[] {1, 4}, Splitter.members(0, colors, keys));
    }
}
