package iccl.backend.local.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A process of this machine, told apart from a later one with the same number.
 *
 * @param id the process id; 0 for none
 * @param started when it started, in the kernel's ticks since boot; 0 when not known
 * @param namespace the number of the PID namespace that the id belongs to; 0 when not known
 */
record ProcessIdentity(long id, long started, long namespace) {
    private static final Path PROC = Path.of("/proc");
    /** Of the words after the name, which is in parentheses and may hold spaces. */
    private static final int STATE_WORD = 0;

    private static final int STARTED_WORD = 19;

    /** After {@code Uid:} come the real, the effective, the saved, and the file system's user. */
    private static final int FILE_USER_WORD = 4;

    private static final ProcessIdentity OWN = findOwn();

    /** This process. */
    static ProcessIdentity own() {
        return OWN;
    }

    private static ProcessIdentity findOwn() {
        long id = ProcessHandle.current().pid();
        long started = 0;
        long namespace = 0;
        try {
            started = Long.parseLong(words(id)[STARTED_WORD]);
            String link = Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
            namespace = Long.parseLong(link.substring(link.indexOf('[') + 1, link.indexOf(']')));
        } catch (IOException | RuntimeException e) {
            // Without /proc nobody can tell whether this process lives; others then take it for alive.
            started = 0;
        }
        return new ProcessIdentity(id, started, namespace);
    }

    /** False only when the process is known to be gone. */
    boolean mayBeAlive() {
        if (id == OWN.id && namespace == OWN.namespace) {
            return true;
        }
        if (started == 0 || namespace != OWN.namespace) {
            return true;
        }
        try {
            String[] words = words(id);
            boolean ended = words[STATE_WORD].equals("Z") || words[STATE_WORD].equals("X");
            return !ended && Long.parseLong(words[STARTED_WORD]) == started;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            // A process that ends while its file is read gives "no such process"; ask again next time.
            return Files.exists(PROC.resolve(Long.toString(id)));
        }
    }

    /** The number of the user whose files this process makes. */
    static int user() throws IOException {
        for (String line : Files.readAllLines(PROC.resolve("self/status"), StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseInt(line.split("\\s+")[FILE_USER_WORD]);
            }
        }
        throw new IOException("/proc/self/status names no user");
    }

    private static String[] words(long id) throws IOException {
        String line = Files.readString(PROC.resolve(Long.toString(id)).resolve("stat"), StandardCharsets.ISO_8859_1);
        return line.substring(line.lastIndexOf(')') + 2).split(" ");
    }
}
