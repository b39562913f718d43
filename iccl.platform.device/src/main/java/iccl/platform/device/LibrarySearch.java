package iccl.platform.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the files that may be a vendor's runtime, the likeliest first, and remembers where it looked. */
final class LibrarySearch {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final VendorTable table;
    private final Function<String, @Nullable String> environment;
    private final Set<Path> roots = new LinkedHashSet<>();
    private final Set<Path> files = new LinkedHashSet<>();

    LibrarySearch(VendorTable table, Function<String, @Nullable String> environment) {
        this.table = table;
        this.environment = environment;
    }

    /** The files, by absolute path; each once, whatever links lead to it. */
    List<Path> files() throws IOException {
        String own = environment.apply(table.libraryVariable());
        if (own != null && !own.isBlank()) {
            files.add(pathOf(own));
            return List.copyOf(files);
        }
        for (String variable : table.rootVariables()) {
            String root = environment.apply(variable);
            if (root != null && !root.isBlank()) {
                lookIn(pathOf(root));
            }
        }
        for (String root : table.roots()) {
            for (Path folder : expand(Path.of(root))) {
                lookIn(folder);
            }
        }
        return List.copyOf(files);
    }

    private static Path pathOf(String text) throws IOException {
        try {
            return Path.of(text.strip()).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IOException("'" + text + "' is no path: " + e.getReason(), e);
        }
    }

    private void lookIn(Path root) throws IOException {
        roots.add(root);
        for (String folder : table.folders()) {
            Path place = folder.isEmpty() ? root : root.resolve(folder);
            for (String library : table.libraries()) {
                Path file = place.resolve(library);
                if (Files.exists(file)) {
                    files.add(file.toRealPath());
                }
            }
        }
    }

    /** The newest version first, where there are several. */
    private static List<Path> expand(Path pattern) throws IOException {
        String name = pattern.getFileName().toString();
        Path parent = pattern.getParent();
        if (!name.contains("*") || parent == null) {
            return List.of(pattern);
        }
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, name)) {
                entries.forEach(found::add);
            }
        }
        found.sort(Comparator.comparing(
                        (Path folder) -> ordered(folder.getFileName().toString()))
                .reversed());
        return found;
    }

    /** A name with its numbers made equally long, so that 10 comes after 9. */
    private static String ordered(String name) {
        return NUMBER.matcher(name)
                .replaceAll(number -> "0".repeat(Math.max(0, 9 - number.group().length())) + number.group());
    }

    /** For people: what was looked for, and where. */
    String describe() {
        List<String> below =
                table.folders().stream().filter(folder -> !folder.isEmpty()).toList();
        return String.join(" or ", table.libraries()) + " in "
                + String.join(", ", roots.stream().map(Path::toString).toList())
                + (below.isEmpty() ? "" : " and, below each, in " + String.join(", ", below));
    }

    /** The variables that are set and decided where to look, with their values. */
    String variables() {
        return String.join(
                ", ",
                table.rootVariables().stream()
                        .filter(variable -> environment.apply(variable) != null)
                        .map(variable -> variable + "=" + environment.apply(variable))
                        .toList());
    }

    /** The variables that hide devices and are set. */
    String hiding() {
        return String.join(
                ", ",
                table.visibleVariables().stream()
                        .filter(variable -> environment.apply(variable) != null)
                        .map(variable -> variable + "=" + environment.apply(variable))
                        .toList());
    }

    /** What a person can set. */
    String remedy() {
        String root = table.rootVariables().get(0);
        return "install " + table.title() + "'s runtime, set " + root + " to the folder that it is in, or "
                + table.libraryVariable() + " to the file (one of "
                + Arrays.toString(table.libraries().toArray()) + ")";
    }
}
