package iccl.kernel.internal.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankedListTest {
    private final RankedList<String> list = new RankedList<>();

    @Test
    void shouldSortByRankingThenByAge() {
        list.put("young", Map.of("service.id", 9L));
        list.put("old", Map.of("service.id", 2L));
        list.put("best", Map.of("service.id", 10L, "service.ranking", 1));
        list.put("worst", Map.of("service.id", 1L, "service.ranking", -1));
        list.put("odd", Map.of("service.id", 11L, "service.ranking", "100"));
        assertEquals(List.of("best", "old", "young", "odd", "worst"), list.list());
        list.put("worst", Map.of("service.id", 1L, "service.ranking", Integer.MAX_VALUE));
        assertEquals("worst", list.list().get(0));
        list.remove("worst");
        assertFalse(list.contains("worst"));
    }
}
