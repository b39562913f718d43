package iccl.backend.local.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory in which segments are made: {@code ICCL_SHM_DIR}, else {@code /dev/shm}. */
final class SharedDirectory {
    private static final Path STANDARD = Path.of("/dev/shm");
    private static final String VARIABLE = "ICCL_SHM_DIR";
    /** Enough for a few small rings; with less nothing can be sent. */
    private static final long LEAST_BYTES = 1L << 20;

    /** What was found: usable when the remedy is empty. */
    record Finding(String reason, String remedy) {
        boolean isUsable() {
            return remedy.isEmpty();
        }
    }

    private SharedDirectory() {}

    static Path of(Options options) {
        String set = options.variable(VARIABLE);
        return set == null ? STANDARD : Path.of(set);
    }

    /** Whether the directory is there, may be written and has room. */
    static Finding look(Path directory) {
        if (!Files.isDirectory(directory)) {
            return new Finding(
                    directory + " is no directory",
                    directory.equals(STANDARD)
                            ? "mount it (mount -t tmpfs tmpfs /dev/shm), or set " + VARIABLE
                            : "make it, or unset " + VARIABLE + " to use " + STANDARD);
        }
        if (!Files.isWritable(directory)) {
            return new Finding(
                    directory + " may not be written by this user",
                    "give this user the right to write there, or set " + VARIABLE + " to a directory in memory");
        }
        try {
            long free = Files.getFileStore(directory).getUsableSpace();
            if (free < LEAST_BYTES) {
                return new Finding(
                        directory + " has " + free + " bytes left, at least " + LEAST_BYTES + " are needed",
                        "remove what lies there, or make it larger (mount -o remount,size=…, for a container --shm-size)");
            }
            return new Finding("shared memory in " + directory + ", " + (free >> 20) + " MiB free", "");
        } catch (IOException e) {
            return new Finding(directory + " cannot be looked at: " + e, "set " + VARIABLE + " to another directory");
        }
    }
}
