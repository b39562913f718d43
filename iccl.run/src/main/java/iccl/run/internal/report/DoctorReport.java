package iccl.run.internal.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** What {@code icclrun doctor} says. */
public final class DoctorReport {
    private final String version;
    private final Map<String, String> machine;
    private final List<Map<String, String>> verdicts;
    private final List<Map<String, String>> tunables;

    /**
     * @param machine facts by name
     * @param verdicts with the keys of {@link ReportKeys}
     * @param tunables likewise
     */
    public DoctorReport(
            String version,
            Map<String, String> machine,
            List<Map<String, String>> verdicts,
            List<Map<String, String>> tunables) {
        this.version = version;
        this.machine = machine;
        this.verdicts = verdicts;
        this.tunables = tunables;
    }

    /** Whether a program would find a platform and a backend. */
    public boolean canRun() {
        return hasUsable("platform") && hasUsable("backend");
    }

    private boolean hasUsable(String kind) {
        return verdicts.stream()
                .anyMatch(verdict -> kind.equals(verdict.get(ReportKeys.KIND))
                        && !"unavailable".equals(verdict.get(ReportKeys.STATUS)));
    }

    public String asText() {
        StringBuilder text = new StringBuilder("ICCL ").append(version).append("\n\nMachine\n");
        machine.forEach((name, value) -> text.append(String.format("  %-14s %s%n", name, value)));
        text.append("\nBackends and platforms\n");
        text.append(ReportText.verdicts(verdicts));
        if (!canRun()) {
            text.append("\nNothing can run here: it takes a platform and a backend.\n");
        }
        return text.toString();
    }

    public String tunablesAsText() {
        return ReportText.tunables(tunables);
    }

    public String asJson() throws IOException {
        return json(json -> {
            json.writeStringField("version", version);
            json.writeBooleanField("canRun", canRun());
            json.writeFieldName("machine");
            write(json, machine);
            writeList(json, "verdicts", verdicts);
        });
    }

    public String tunablesAsJson() throws IOException {
        return json(json -> writeList(json, "tunables", tunables));
    }

    /** Writes the fields of an object. */
    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private static String json(Fields fields) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void writeList(JsonGenerator json, String name, List<Map<String, String>> entries)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (Map<String, String> entry : entries) {
            write(json, entry);
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Map<String, String> entry) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, String> field : entry.entrySet()) {
            json.writeStringField(field.getKey(), field.getValue());
        }
        json.writeEndObject();
    }
}
