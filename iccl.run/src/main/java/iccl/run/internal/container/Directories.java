package iccl.run.internal.container;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes directories with all that is in them. */
public final class Directories {
    private Directories() {}

    /** Does nothing when it is not there. */
    public static void remove(Path directory) {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException | UncheckedIOException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot remove " + directory + ": " + e, e);
        }
    }
}
