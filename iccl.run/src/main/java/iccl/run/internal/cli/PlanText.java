package iccl.run.internal.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.ShellText;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** Shows a plan to people and to machines. */
final class PlanText {
    private PlanText() {}

    static String text(Plan plan, RunRequest request) {
        StringBuilder text = new StringBuilder();
        text.append("launcher: ")
                .append(plan.flavour().label())
                .append(" (")
                .append(plan.reason())
                .append(")\n");
        text.append("ranks: ").append(request.ranks()).append('\n');
        text.append("program: ")
                .append(plan.target().name())
                .append(" (")
                .append(kind(plan))
                .append(")\n");
        text.append(plan.flavour() == iccl.run.internal.launch.Flavour.NONE ? "command, once per rank: " : "command: ")
                .append(ShellText.quoteAll(plan.command()))
                .append('\n');
        text.append("rank: ").append(ShellText.quoteAll(plan.rankCommand())).append('\n');
        addVariables(text, "environment", plan.environment());
        addVariables(text, "environment of the program", plan.exported());
        if (!plan.bundles().isEmpty()) {
            text.append("bundles:\n");
            plan.bundles().forEach(bundle -> text.append("  ").append(bundle).append('\n'));
        }
        return text.toString();
    }

    private static void addVariables(StringBuilder text, String title, Map<String, String> variables) {
        if (!variables.isEmpty()) {
            text.append(title).append(":\n");
            variables.forEach((name, value) -> text.append("  ")
                    .append(name)
                    .append('=')
                    .append(ShellText.quote(value))
                    .append('\n'));
        }
    }

    private static String kind(Plan plan) {
        return plan.target().kind().name().toLowerCase(java.util.Locale.ROOT);
    }

    static String json(Plan plan, RunRequest request) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("launcher", plan.flavour().label());
            json.writeStringField("reason", plan.reason());
            json.writeNumberField("ranks", request.ranks());
            json.writeStringField("program", plan.target().name());
            json.writeStringField("kind", kind(plan));
            writeList(json, "command", plan.command());
            writeList(json, "rankCommand", plan.rankCommand());
            writeMap(json, "environment", plan.environment());
            writeMap(json, "programEnvironment", plan.exported());
            writeList(
                    json,
                    "bundles",
                    plan.bundles().stream().map(Object::toString).toList());
            writeList(json, "warnings", plan.warnings());
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void writeList(JsonGenerator json, String name, List<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    private static void writeMap(JsonGenerator json, String name, Map<String, String> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }
}
