package iccl.examples.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.examples.internal.bench.Row.Timing;
import iccl.examples.internal.suite.Case;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlotReportTest {
    private static final Measured BROADCAST = new Measured("broadcast", Operation.BROADCAST, trial -> {});

    private static Row row(long bytes, double ours, double theirs) {
        Case asked = new Case(bytes, false, Datatype.INT8, null, 0);
        Timing timing = new Timing(ours, 0, List.of(theirs));
        return new Row(BROADCAST, 2, bytes, asked, new Choice("tree", 1, List.of()), timing, null);
    }

    private static Document draw(Row... rows) throws Exception {
        StringWriter svg = new StringWriter();
        PlotReport report = new PlotReport(svg, List.of("ompi"));
        for (Row row : rows) {
            report.add(row);
        }
        report.finish();
        return parsed(svg);
    }

    private static Document parsed(StringWriter svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg.toString())));
    }

    private static List<Double> heights(Document svg, int curve) {
        Element line = (Element) svg.getElementsByTagName("polyline").item(curve);
        List<Double> heights = new ArrayList<>();
        for (String point : line.getAttribute("points").split(" ")) {
            heights.add(Double.valueOf(point.split(",")[1]));
        }
        return heights;
    }

    @Test
    void shouldDrawACurveForEachOfUsInBothPanels() throws Exception {
        Document svg = draw(row(64, 1, 10), row(1 << 10, 10, 100), row(1 << 20, 100, 1000));
        assertEquals(4, svg.getElementsByTagName("polyline").getLength());
        // Time goes up with size, decade by decade; ours is one decade below theirs, and below means a larger y.
        List<Double> ours = heights(svg, 0);
        List<Double> theirs = heights(svg, 1);
        assertEquals(ours.get(0) - ours.get(1), ours.get(1) - ours.get(2), 0.2);
        assertEquals(ours.get(1), theirs.get(0), 0.2);
        assertTrue(heights(svg, 2).get(0) < heights(svg, 3).get(0), "our bandwidth is higher");
    }

    /** What was measured can be looked at even when the rest fails. */
    @Test
    void shouldBeWholeWithoutItsLastRow() throws Exception {
        StringWriter svg = new StringWriter();
        try (PlotReport report = new PlotReport(svg, List.of("ompi"))) {
            report.add(row(64, 1, 10));
        }
        assertEquals(4, parsed(svg).getElementsByTagName("polyline").getLength());
    }

    @Test
    void shouldSayWhatIsDrawn() throws Exception {
        Document svg = draw(row(64, 1, Double.NaN), row(1 << 20, 100, Double.NaN));
        List<String> texts = new ArrayList<>();
        NodeList elements = svg.getElementsByTagName("text");
        for (int i = 0; i < elements.getLength(); i++) {
            texts.add(elements.item(i).getTextContent());
        }
        assertTrue(
                texts.containsAll(List.of("time (µs)", "bus bandwidth (GB/s)", "size (bytes)", "64", "1M", "100")),
                texts::toString);
        assertTrue(texts.contains("broadcast int8"), texts::toString);
        assertTrue(texts.stream().noneMatch(text -> text.contains("ompi")), texts::toString);
    }

    @Test
    void shouldDrawNothingWhereNothingWasMeasured() throws Exception {
        assertEquals(0, draw().getElementsByTagName("polyline").getLength());
    }
}
