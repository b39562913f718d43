package iccl.run.internal.watch;

import iccl.run.internal.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Carries one stream of one rank to the user: tagged in whole lines or as it comes, and into a file. */
final class OutputPump {
    /** A longer line is shown in pieces of this size. */
    private static final int LINE_LIMIT = 1 << 20;

    private final Path pipe;
    private final OutputStream terminal;
    private final byte @Nullable [] tag;
    private final @Nullable OutputStream file;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Thread thread;
    private volatile String lastLine = "";

    /**
     * @param pipe a named pipe that the rank writes to
     * @param terminal shared by all pumps of a stream, which take turns by its lock
     * @param tag in front of each line, or null to pass everything on as it comes
     * @param file gets a copy without tags, or null
     */
    OutputPump(Path pipe, OutputStream terminal, @Nullable String tag, @Nullable OutputStream file) {
        this.pipe = pipe;
        this.terminal = terminal;
        this.tag = tag == null ? null : tag.getBytes(StandardCharsets.US_ASCII);
        this.file = file;
        this.thread = new Thread(this::carry, "iccl-" + pipe.getFileName());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void awaitEnd(long limitMillis) throws InterruptedException {
        thread.join(Math.max(1, limitMillis));
    }

    /** The last line that was not blank; empty when there was none. */
    String lastLine() {
        return lastLine;
    }

    private void carry() {
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = new FileInputStream(pipe.toFile())) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                accept(chunk, count);
            }
            if (line.size() > 0) {
                endLine(tag != null);
            }
        } catch (IOException e) {
            System.err.println("icclrun: output is lost: " + e);
        } finally {
            closeFile();
        }
    }

    private void closeFile() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                System.err.println("icclrun: output file is incomplete: " + e);
            }
        }
    }

    private void accept(byte[] chunk, int count) throws IOException {
        if (file != null) {
            file.write(chunk, 0, count);
        }
        if (tag == null) {
            show(chunk, count);
        }
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n' || line.size() + i - from >= LINE_LIMIT) {
                line.write(chunk, from, i - from + 1);
                from = i + 1;
                endLine(chunk[i] != '\n' && tag != null);
            }
        }
        line.write(chunk, from, count - from);
    }

    private void endLine(boolean needsNewline) throws IOException {
        if (needsNewline) {
            line.write('\n');
        }
        byte[] whole = line.toByteArray();
        line.reset();
        String text = ByteText.decode(whole).strip();
        if (!text.isEmpty()) {
            lastLine = text;
        }
        if (tag != null) {
            byte[] tagged = new byte[tag.length + whole.length];
            System.arraycopy(tag, 0, tagged, 0, tag.length);
            System.arraycopy(whole, 0, tagged, tag.length, whole.length);
            show(tagged, tagged.length);
        }
    }

    private void show(byte[] bytes, int count) throws IOException {
        synchronized (terminal) {
            terminal.write(bytes, 0, count);
            terminal.flush();
        }
    }
}
