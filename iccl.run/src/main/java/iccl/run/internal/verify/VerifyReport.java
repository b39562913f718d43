package iccl.run.internal.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import iccl.run.internal.verify.ExampleResult.Status;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;

/** What {@code icclrun verify} found, for people and machines. */
public final class VerifyReport {
    private final String title;
    private final List<ExampleResult> results;

    /** @param title where the examples ran */
    public VerifyReport(String title, List<ExampleResult> results) {
        this.title = title;
        this.results = results;
    }

    /** Whether some passed, and nothing is wrong with the others. */
    public boolean isPassed() {
        return count(Status.PASSED) > 0 && count(Status.FAILED) == 0 && count(Status.TIMEOUT) == 0;
    }

    private long count(Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }

    private double seconds() {
        return results.stream().mapToDouble(ExampleResult::seconds).sum();
    }

    public String asText() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-20s %-8s %8s  %s%n", "example", "result", "seconds", "detail"));
        for (ExampleResult result : results) {
            String line = String.format(
                    Locale.ROOT,
                    "%-20s %-8s %8.1f  %s",
                    result.name(),
                    result.status(),
                    result.seconds(),
                    result.detail());
            text.append(line.stripTrailing()).append('\n');
        }
        text.append(String.format(
                Locale.ROOT,
                "%d passed, %d failed, %d timed out, %d skipped in %.1f s, %s%n",
                count(Status.PASSED),
                count(Status.FAILED),
                count(Status.TIMEOUT),
                count(Status.SKIPPED),
                seconds(),
                title));
        return text.toString();
    }

    public String asJson() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("title", title);
            json.writeBooleanField("isPassed", isPassed());
            for (Status status : Status.values()) {
                json.writeNumberField(status.label(), count(status));
            }
            json.writeNumberField("seconds", seconds());
            json.writeArrayFieldStart("examples");
            for (ExampleResult result : results) {
                json.writeStartObject();
                json.writeStringField("name", result.name());
                json.writeStringField("status", result.status().label());
                json.writeNumberField("exitStatus", result.exitStatus());
                json.writeNumberField("seconds", result.seconds());
                json.writeStringField("detail", result.detail());
                json.writeStringField("log", result.log().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    /** In the form that JUnit's users read. */
    public String asJunit() {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\">%n",
                escape("icclrun verify, " + title),
                results.size(),
                count(Status.FAILED),
                count(Status.TIMEOUT),
                count(Status.SKIPPED),
                seconds()));
        results.forEach(result -> addCase(xml, result));
        return xml.append("</testsuite>\n").toString();
    }

    private static void addCase(StringBuilder xml, ExampleResult result) {
        xml.append(String.format(
                Locale.ROOT,
                "  <testcase classname=\"iccl.examples\" name=\"%s\" time=\"%.3f\"",
                escape(result.name()),
                result.seconds()));
        if (result.status() == Status.PASSED) {
            xml.append("/>\n");
            return;
        }
        String element =
                switch (result.status()) {
                    case TIMEOUT -> "error";
                    case SKIPPED -> "skipped";
                    default -> "failure";
                };
        xml.append(">\n    <").append(element).append(" message=\"").append(escape(result.detail()));
        xml.append("\"/>\n    <system-out>").append(escape("log: " + result.log()));
        xml.append("</system-out>\n  </testcase>\n");
    }

    /** XML 1.0 has no way to write most control characters. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    boolean isAllowed = point >= ' ' && point != 0xFFFE && point != 0xFFFF && !isSurrogate(point);
                    escaped.appendCodePoint(isAllowed || point == '\n' || point == '\t' ? point : '?');
                }
            }
        });
        return escaped.toString();
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
