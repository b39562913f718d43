package iccl.run.internal.doctor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import iccl.run.internal.doctor.Check.Status;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** What {@code icclrun doctor -c} says, for people and machines. */
public final class ClusterReport {
    private final String title;
    private final List<String> warnings;
    private final List<Examination> nodes;
    private final List<Check> together;

    /**
     * @param title the cluster
     * @param warnings about the file
     * @param together about all nodes that could be reached
     */
    ClusterReport(String title, List<String> warnings, List<Examination> nodes, List<Check> together) {
        this.title = title;
        this.warnings = warnings;
        this.nodes = nodes;
        this.together = together;
    }

    /** Whether a job would run on all nodes. */
    public boolean isReady() {
        return nodes.stream().allMatch(Examination::isReady)
                && together.stream().noneMatch(check -> check.status() == Status.BAD);
    }

    public String asText() {
        StringBuilder text = new StringBuilder(title).append('\n');
        warnings.forEach(warning -> text.append("  ").append(warning).append('\n'));
        for (Examination examination : nodes) {
            text.append('\n').append(examination.node().label()).append('\n');
            examination.checks().forEach(check -> add(text, check));
        }
        if (!together.isEmpty()) {
            text.append("\nall nodes together\n");
            together.forEach(check -> add(text, check));
        }
        long ready = nodes.stream().filter(Examination::isReady).count();
        text.append("\n").append(ready).append(" of ").append(nodes.size()).append(" nodes are ready; ");
        text.append(isReady() ? "a job can run\n" : "a job on all of them cannot run\n");
        return text.toString();
    }

    private static void add(StringBuilder text, Check check) {
        String status = check.status() == Status.BAD ? "BAD" : check.status().label();
        text.append(String.format("  %-5s %-12s %s%n", status, check.name(), indent(check.text())));
        if (!check.remedy().isEmpty()) {
            text.append("                     ").append(indent(check.remedy())).append('\n');
        }
    }

    private static String indent(String text) {
        return text.replace("\n", "\n                   ");
    }

    public String asJson() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("cluster", title);
            json.writeBooleanField("isReady", isReady());
            json.writeArrayFieldStart("warnings");
            for (String warning : warnings) {
                json.writeString(warning);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("nodes");
            for (Examination examination : nodes) {
                json.writeStartObject();
                json.writeNumberField("index", examination.node().index());
                json.writeStringField("address", examination.node().address());
                json.writeBooleanField("isReady", examination.isReady());
                write(json, "checks", examination.checks());
                json.writeEndObject();
            }
            json.writeEndArray();
            write(json, "together", together);
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, String name, List<Check> checks) throws IOException {
        json.writeArrayFieldStart(name);
        for (Check check : checks) {
            json.writeStartObject();
            json.writeStringField("name", check.name());
            json.writeStringField("status", check.status().label());
            json.writeStringField("text", check.text());
            json.writeStringField("remedy", check.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
