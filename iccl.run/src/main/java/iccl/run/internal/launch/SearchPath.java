package iccl.run.internal.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The variable {@code PATH}. */
public final class SearchPath {
    private SearchPath() {}

    /** All commands of a name, the one that a shell would take first; their paths are absolute. */
    public static List<Path> commands(String name, Map<String, String> environment) {
        List<Path> commands = new ArrayList<>();
        for (String folder : environment.getOrDefault("PATH", "/usr/bin:/bin").split(":")) {
            Path command =
                    Path.of(folder.isEmpty() ? "." : folder).toAbsolutePath().resolve(name);
            if (Files.isExecutable(command)) {
                commands.add(command);
            }
        }
        return commands;
    }
}
