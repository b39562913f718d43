package iccl.run.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.verify.ExampleResult.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class VerifyReportTest {
    private static final Path LOG = Path.of("/logs/x.log");
    private static final ExampleResult GOOD = new ExampleResult("all_reduce", Status.PASSED, 0, 1.25, "", LOG);
    private static final ExampleResult BAD =
            new ExampleResult("barrier", Status.FAILED, 1, 0.5, "a < b & \"c\" \u0007", LOG);
    private static final ExampleResult SLOW = new ExampleResult("gather", Status.TIMEOUT, 110, 30, "too slow", LOG);
    private static final ExampleResult LEFT = ExampleResult.skipped("reduce", "not run", LOG);

    @Test
    void shouldShowATable() {
        assertEquals(
                """
                example              result    seconds  detail
                all_reduce           PASSED        1.3
                barrier              FAILED        0.5  a < b & "c" \u0007
                gather               TIMEOUT      30.0  too slow
                reduce               SKIPPED       0.0  not run
                1 passed, 1 failed, 1 timed out, 1 skipped in 31.8 s, 2 ranks
                """,
                new VerifyReport("2 ranks", List.of(GOOD, BAD, SLOW, LEFT)).asText());
    }

    @Test
    void shouldPassOnlyWhenSomethingRanAndNothingFailed() {
        assertTrue(new VerifyReport("", List.of(GOOD)).isPassed());
        assertTrue(new VerifyReport("", List.of(GOOD, LEFT)).isPassed());
        assertFalse(new VerifyReport("", List.of(LEFT)).isPassed());
        assertFalse(new VerifyReport("", List.of(GOOD, BAD)).isPassed());
        assertFalse(new VerifyReport("", List.of(GOOD, SLOW)).isPassed());
    }

    @Test
    void shouldWriteXmlThatParses() throws Exception {
        String xml = new VerifyReport("\"2\" ranks", List.of(GOOD, BAD, SLOW, LEFT)).asJunit();
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        Element suite = document.getDocumentElement();
        assertEquals("icclrun verify, \"2\" ranks", suite.getAttribute("name"));
        assertEquals("4", suite.getAttribute("tests"));
        assertEquals("1", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("errors"));
        assertEquals("1", suite.getAttribute("skipped"));
        Element failure = (Element) document.getElementsByTagName("failure").item(0);
        assertEquals("a < b & \"c\" ?", failure.getAttribute("message"));
    }

    @Test
    void shouldWriteJsonThatParses() throws IOException {
        String json = new VerifyReport("2 ranks", List.of(GOOD, BAD)).asJson();
        List<String> names = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                if (parser.currentName() != null
                        && parser.currentName().equals("name")
                        && parser.currentToken().isScalarValue()) {
                    names.add(parser.getText());
                }
            }
        }
        assertEquals(List.of("all_reduce", "barrier"), names);
        assertTrue(json.contains("\"status\" : \"failed\""), json);
        assertTrue(json.contains("\"isPassed\" : false"), json);
    }

    @Test
    void shouldChooseByPatterns() {
        List<String> known = List.of("all_gather", "all_reduce", "barrier", "reduce");
        assertEquals(known, ExampleNames.choose(known, List.of()));
        assertEquals(List.of("all_gather", "all_reduce"), ExampleNames.choose(known, List.of("all_*")));
        assertEquals(
                List.of("all_reduce", "barrier"), ExampleNames.choose(known, List.of("barrier", "mpi/all_?educe")));
        UserMistake mistake =
                assertThrows(UserMistake.class, () -> ExampleNames.choose(known, List.of("reduce", "bariers")));
        assertEquals("there is no example 'bariers'", mistake.getMessage());
        assertEquals("did you mean barrier?", mistake.hint());
    }
}
