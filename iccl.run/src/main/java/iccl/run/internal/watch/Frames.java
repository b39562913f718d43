package iccl.run.internal.watch;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a node says to the launcher over its ssh channel: lines of {@code KIND RANK LENGTH}, each followed by so many bytes.
 * A line that is none of these is the guard's own.
 */
final class Frames {
    /** A piece of a rank's standard output. */
    static final String OUTPUT = "stdout";
    /** A piece of a rank's standard error. */
    static final String ERROR = "stderr";
    /** The rank's stream of that name has ended; the bytes are the name. */
    static final String CLOSED = "closed";
    /** A line of the file of events. */
    static final String EVENT = "event";
    /** A failed rank's own words. */
    static final String FAILURE = "failure";

    private static final int LIMIT = 1 << 20;

    private Frames() {}

    /** One of them; rank -1 and no bytes for the guard's own lines, whose text is the kind. */
    static final class Frame {
        private final String kind;
        private final int rank;
        private final byte[] bytes;

        Frame(String kind, int rank, byte[] bytes) {
            this.kind = kind;
            this.rank = rank;
            this.bytes = bytes;
        }

        String kind() {
            return kind;
        }

        int rank() {
            return rank;
        }

        /** Not a copy: whoever reads a frame is the only one. */
        byte[] bytes() {
            return bytes;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    static void write(OutputStream out, String kind, int rank, byte[] bytes, int count) throws IOException {
        byte[] head = (kind + " " + rank + " " + count + "\n").getBytes(StandardCharsets.US_ASCII);
        // In one piece: others write to the same channel.
        byte[] whole = new byte[head.length + count];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(bytes, 0, whole, head.length, count);
        synchronized (out) {
            out.write(whole);
            out.flush();
        }
    }

    /** @throws EOFException when the channel has ended */
    static Frame read(InputStream in) throws IOException {
        String line = line(in);
        String[] words = line.split(" ");
        boolean isFrame = words.length == 3 && words[1].matches("[0-9]{1,9}") && words[2].matches("[0-9]{1,9}");
        if (!isFrame) {
            return new Frame(line, -1, new byte[0]);
        }
        int length = Integer.parseInt(words[2]);
        if (length > LIMIT) {
            throw new IOException("a frame of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("in the middle of a frame");
        }
        return new Frame(words[0], Integer.parseInt(words[1]), bytes);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the channel has ended");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
