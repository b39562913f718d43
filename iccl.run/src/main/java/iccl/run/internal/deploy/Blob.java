package iccl.run.internal.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file's content, stored on nodes under the name of its hash.
 *
 * @param source where it is here
 * @param sha256 in hexadecimal digits
 * @param isExecutable whether its owner may run it
 * @param size in bytes
 */
public record Blob(Path source, String sha256, boolean isExecutable, long size) {
    public static Blob of(Path source) throws IOException {
        return new Blob(source, Hashes.of(source), Files.isExecutable(source), Files.size(source));
    }

    /** Its name in the store. */
    public String name() {
        return isExecutable ? sha256 + "x" : sha256;
    }
}
