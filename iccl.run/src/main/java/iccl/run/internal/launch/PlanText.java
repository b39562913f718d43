package iccl.run.internal.launch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows a plan to people and to machines. */
public final class PlanText {
    private PlanText() {}

    public static String text(Plan plan, RunRequest request) {
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
        text.append(plan.flavour() == Flavour.NONE ? "command, once per rank: " : "command: ")
                .append(ShellText.quoteAll(plan.command()))
                .append('\n');
        addVariables(text, "environment", plan.environment());
        plan.nodes().forEach(node -> addNode(text, node));
        return text.toString();
    }

    private static void addNode(StringBuilder text, NodePlan node) {
        text.append("host ").append(node.host()).append(": ");
        text.append(node.rankCount() == 1 ? "rank " + node.firstRank() : ranks(node))
                .append('\n');
        node.details().forEach((name, value) -> text.append("  ")
                .append(name)
                .append(": ")
                .append(value)
                .append('\n'));
        text.append("  rank: ").append(ShellText.quoteAll(node.rankCommand())).append('\n');
        if (!node.workDirectory().isEmpty()) {
            text.append("  in: ").append(node.workDirectory()).append('\n');
        }
        addVariables(text, "  environment of the program", node.exported());
        if (!node.bundles().isEmpty()) {
            text.append("  bundles:\n");
            node.bundles().forEach(bundle -> text.append("    ")
                    .append(bundle.file().getFileName())
                    .append(": ")
                    .append(bundle.reason())
                    .append('\n'));
        }
    }

    private static String ranks(NodePlan node) {
        return "ranks " + node.firstRank() + " to " + (node.firstRank() + node.rankCount() - 1);
    }

    private static void addVariables(StringBuilder text, String title, Map<String, String> variables) {
        if (!variables.isEmpty()) {
            text.append(title).append(":\n");
            variables.forEach((name, value) -> text.append("    ")
                    .append(name)
                    .append('=')
                    .append(ShellText.quote(value))
                    .append('\n'));
        }
    }

    private static String kind(Plan plan) {
        return plan.target().kind().name().toLowerCase(Locale.ROOT);
    }

    public static String json(Plan plan, RunRequest request) throws IOException {
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
            writeMap(json, "environment", plan.environment());
            json.writeArrayFieldStart("nodes");
            for (NodePlan node : plan.nodes()) {
                writeNode(json, node);
            }
            json.writeEndArray();
            writeList(json, "warnings", plan.warnings());
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void writeNode(JsonGenerator json, NodePlan node) throws IOException {
        json.writeStartObject();
        json.writeStringField("host", node.host());
        json.writeNumberField("firstRank", node.firstRank());
        json.writeNumberField("rankCount", node.rankCount());
        json.writeStringField("workDirectory", node.workDirectory());
        writeList(json, "rankCommand", node.rankCommand());
        writeMap(json, "programEnvironment", node.exported());
        writeList(json, "bundles", node.bundles().stream().map(Object::toString).toList());
        json.writeEndObject();
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
