package iccl.run.internal.cluster;

import iccl.run.internal.launch.UserMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads YAML into nodes that know their places. */
final class YamlText {
    private static final int ALIASES = 10_000;

    private YamlText() {}

    /** @throws UserMistake when the text is no YAML, or not one mapping */
    static MappingNode parse(String text, Mistakes mistakes) {
        LoadSettings settings = LoadSettings.builder()
                .setMaxAliasesForCollections(ALIASES)
                .setAllowRecursiveKeys(false)
                .build();
        try {
            List<Node> documents = new ArrayList<>();
            new Compose(settings).composeAllFromString(text).forEach(documents::add);
            if (documents.isEmpty()) {
                mistakes.add(Place.START, "the file is empty", "it needs at least: nodes: [{ip: HOST}]");
            } else if (documents.size() > 1) {
                mistakes.add(Place.of(documents.get(1)), "a second document begins here", "keep one");
            } else if (documents.get(0) instanceof MappingNode root) {
                return root;
            } else {
                mistakes.add(
                        Place.of(documents.get(0)),
                        "the file must hold keys and values, not " + Scalars.describe(documents.get(0)),
                        "begin with: nodes:");
            }
        } catch (MarkedYamlEngineException e) {
            Place place = e.getProblemMark().map(YamlText::place).orElse(Place.START);
            mistakes.add(place, "this is no YAML: " + problem(e), hint(e, text, place));
        } catch (ReaderException e) {
            mistakes.add(
                    place(text, e.getPosition()),
                    String.format("the character U+%04X cannot stand in YAML", e.getCodePoint()),
                    "remove it, or write it as an escape in double quotes");
        } catch (YamlEngineException e) {
            mistakes.add(Place.START, "this is no YAML: " + e.getMessage(), "");
        }
        mistakes.throwIfAny();
        throw new IllegalStateException("a mistake has been added");
    }

    private static String problem(MarkedYamlEngineException e) {
        String context = e.getContext() == null || e.getContext().isBlank() ? "" : e.getContext() + ", ";
        String line = Optional.ofNullable(e.getContextMark())
                .flatMap(mark -> mark)
                .map(mark -> "which began in line " + (mark.getLine() + 1) + ", ")
                .orElse("");
        return context + (context.isEmpty() ? "" : line) + e.getProblem();
    }

    private static String hint(MarkedYamlEngineException e, String text, Place place) {
        String line = text.lines().skip(place.line() - 1L).findFirst().orElse("");
        if (line.matches("[ ]*\t.*")) {
            return "indent with spaces; YAML takes no tabs";
        }
        if (e.getProblem().contains("block")) {
            return "indent it like the lines around it";
        }
        return line.indexOf(':') < 0 ? "" : "a value with a colon or other special characters needs quotes around it";
    }

    private static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static Place place(String text, int position) {
        String before = text.substring(0, Math.min(position, text.length()));
        int line = (int) before.chars().filter(unit -> unit == '\n').count() + 1;
        return new Place(line, before.length() - before.lastIndexOf('\n'));
    }
}
