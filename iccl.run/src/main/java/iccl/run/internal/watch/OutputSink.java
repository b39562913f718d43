package iccl.run.internal.watch;

import iccl.run.internal.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Shows one stream of one rank to the user, tagged in whole lines or as it comes, and keeps it in a file. */
final class OutputSink implements AutoCloseable {
    /** A longer line is shown in pieces of this size. */
    private static final int LINE_LIMIT = 1 << 20;

    private final OutputStream terminal;
    private final byte @Nullable [] tag;
    private final @Nullable OutputStream file;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile String lastLine = "";
    private boolean isClosed;

    /**
     * @param terminal shared by all sinks of a stream, which take turns by its lock
     * @param tag in front of each line, or null to pass everything on as it comes
     * @param file gets a copy without tags, or null
     */
    OutputSink(OutputStream terminal, @Nullable String tag, @Nullable OutputStream file) {
        this.terminal = terminal;
        this.tag = tag == null ? null : tag.getBytes(StandardCharsets.US_ASCII);
        this.file = file;
    }

    /** The last line that was not blank; empty when there was none. */
    String lastLine() {
        return lastLine;
    }

    synchronized void accept(byte[] chunk, int count) throws IOException {
        if (file != null && !isClosed) {
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

    /** The stream has ended. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            if (line.size() > 0) {
                endLine(tag != null);
            }
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            System.err.println("icclrun: output is incomplete: " + e);
        }
    }
}
