package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SmallTextsTest {
    @Test
    void shouldQuoteOnlyWhatNeedsIt() {
        assertEquals("a/b-c=d:e,f", ShellText.quote("a/b-c=d:e,f"));
        assertEquals("''", ShellText.quote(""));
        assertEquals("'it'\\''s'", ShellText.quote("it's"));
    }

    @Test
    void shouldSplitLikeAShell() {
        assertEquals(List.of("-Xmx1g", "-Dx=a b", "", "c"), ShellText.split("  -Xmx1g '-Dx=a b' \"\" c "));
        assertEquals(List.of(), ShellText.split(" "));
    }

    @Test
    void shouldFindNearNamesNearestFirst() {
        List<String> known = List.of("all_reduce", "all_gather", "reduce", "scatter");
        assertEquals(List.of("all_reduce", "reduce"), NearNames.of("allreduce", known));
        assertEquals(List.of("reduce"), NearNames.of("Reduced", known));
        assertEquals(List.of(), NearNames.of("completely-different", known));
    }

    @Test
    void shouldForwardByNameByValueAndByPrefix() {
        List<String> warnings = new ArrayList<>();
        Map<String, String> environment = Map.of("FOO_A", "1", "FOO_B", "2", "BAR", "a=b");
        ForwardedVariables variables = new ForwardedVariables(environment, warnings);
        assertEquals(
                Map.of("FOO_A", "1", "FOO_B", "2", "BAR", "a=b", "NEW", "x=y z", "EMPTY", ""),
                variables.resolve(List.of("FOO*", "BAR", "NEW=x=y z", "EMPTY=")));
        assertEquals(List.of(), warnings);
        assertEquals(Map.of(), variables.resolve(List.of("GONE", "GONE*")));
        assertEquals(2, warnings.size(), warnings.toString());
        assertThrows(UserMistake.class, () -> variables.resolve(List.of("a.b=1")));
        assertThrows(UserMistake.class, () -> variables.resolve(List.of("=1")));
        assertThrows(UserMistake.class, () -> variables.resolve(List.of("")));
    }
}
