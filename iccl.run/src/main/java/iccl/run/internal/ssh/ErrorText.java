package iccl.run.internal.ssh;

import iccl.run.internal.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Keeps the last of what a process writes to standard error. */
final class ErrorText {
    private static final int LIMIT = 16384;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;

    ErrorText(InputStream stream, String name) {
        thread = new Thread(() -> keep(stream), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void keep(InputStream stream) {
        byte[] chunk = new byte[4096];
        try (stream) {
            for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
                add(chunk, count);
            }
        } catch (IOException e) {
            add(
                    ("\n" + e).getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    1 + e.toString().length());
        }
    }

    private synchronized void add(byte[] chunk, int count) {
        if (kept.size() + count > LIMIT) {
            byte[] all = kept.toByteArray();
            kept.reset();
            int rest = Math.min(all.length, LIMIT / 2);
            kept.write(all, all.length - rest, rest);
        }
        kept.write(chunk, 0, count);
    }

    void awaitEnd() throws InterruptedException {
        thread.join(1000);
    }

    synchronized String text() {
        return ByteText.decode(kept.toByteArray());
    }
}
