package iccl.run.internal.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The file to which the ranks of one place append what happens to them, and their launcher what they have to know. */
final class EventFile {
    private final Path file;
    private long position;

    EventFile(Path file) {
        this.file = file;
    }

    /** The whole lines since the last call. */
    List<String> news() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            if (length == position) {
                return List.of();
            }
            byte[] bytes = new byte[(int) (length - position)];
            in.seek(position);
            in.readFully(bytes);
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int complete = text.lastIndexOf('\n') + 1;
            position += complete;
            return text.substring(0, complete).lines().toList();
        }
    }

    void append(String event) throws IOException {
        Files.writeString(file, event + "\n", StandardOpenOption.APPEND);
    }
}
