package iccl.run.internal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Files that options name for results: that one cannot be written shows before anything is started. */
public final class OutputFiles {
    private OutputFiles() {}

    /**
     * @param names of files, by the option that names each, such as {@code --csv}
     * @return the files, by option, in the same order
     * @throws UserMistake for one that cannot be written, and for one that is to be written twice
     */
    public static Map<String, Path> of(Map<String, String> names) {
        Map<String, Path> files = new LinkedHashMap<>();
        names.forEach((option, name) -> {
            Path file = writable(option, name);
            files.forEach((other, earlier) -> {
                if (isSame(file, earlier)) {
                    throw new UserMistake(
                            other + " and " + option + " name the same file: " + name, "name a file for each");
                }
            });
            files.put(option, file);
        });
        return files;
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return place(one).equals(place(other))
                    || Files.isRegularFile(one) && Files.isRegularFile(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            // Gone since it was tried out; opening it will say so.
            return false;
        }
    }

    /** In its folder, by whatever name that was given. */
    private static Path place(Path file) throws IOException {
        Path folder = file.resolveSibling("").toRealPath();
        return folder.resolve(file.getFileName());
    }

    /** @throws UserMistake when it cannot be written; it is left as it is */
    public static Path writable(String option, String name) {
        Path file = Path.of(name).toAbsolutePath();
        Path folder = file.getParent();
        String what = option + " " + name + " cannot be written: ";
        if (folder == null || Files.isDirectory(file)) {
            throw new UserMistake(what + "it is a folder", "name a file in it");
        }
        if (!Files.isDirectory(folder)) {
            throw new UserMistake(what + "there is no folder " + folder, "make it first: mkdir -p " + folder);
        }
        try {
            tryOut(file);
        } catch (IOException e) {
            throw new UserMistake(what + e, "name a file in a folder of yours");
        }
        return file;
    }

    /** By opening it: what root may, a file system may refuse. */
    private static void tryOut(Path file) throws IOException {
        boolean isNew = !Files.exists(file);
        if (isNew || Files.isRegularFile(file)) {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
        }
        if (isNew) {
            // What was made now: a link that led to nothing is the user's.
            Files.delete(file.toRealPath());
        }
    }
}
