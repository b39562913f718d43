package iccl.run.internal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * One run of a program.
 *
 * @param id 16 hexadecimal digits
 * @param place tells apart the files of several nodes, which may be on one machine; empty for the launcher's
 */
public record Job(String id, String place) {
    /** The launcher's place. */
    public Job(String id) {
        this(id, "");
    }

    public static Job create() {
        byte[] random = new byte[8];
        new SecureRandom().nextBytes(random);
        return new Job(HexFormat.of().formatHex(random));
    }

    /** The same job's place on a node. */
    public Job onNode(int index) {
        return new Job(id, "-" + index);
    }

    /** Unique among all jobs and places. */
    public String name() {
        return id + place;
    }

    /** For temporary files. */
    public Path directory() {
        return Path.of("/tmp/iccl-" + id + place);
    }

    /** For shared memory. */
    public Path memory() {
        return Path.of("/dev/shm/iccl-" + id + place);
    }

    /** What starts one rank. */
    public Path script() {
        return directory().resolve("rank.sh");
    }

    /** Where ranks append a line when they start, fail and end. */
    public Path events() {
        return directory().resolve("events");
    }

    /** The pipe for one rank's {@code stdout} or {@code stderr}. */
    public Path pipe(int rank, String stream) {
        return directory().resolve("rank-" + rank + "." + stream);
    }

    public Path failure(int rank) {
        return directory().resolve("rank-" + rank + ".failure");
    }

    /** A user's {@code .java} file, compiled. */
    public Path compiledProgram() {
        return directory().resolve("program.jar");
    }

    /** Nobody else may look inside: environment values can be secrets. */
    public void makeDirectories() throws IOException {
        var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectory(directory(), mode);
        Files.createDirectory(memory(), mode);
        Files.createFile(events());
    }
}
