package iccl.run.internal.watch;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Carries what comes out of a named pipe. */
final class OutputPump {
    private final Path pipe;
    private final OutputSink sink;
    private final Thread thread;

    OutputPump(Path pipe, OutputSink sink) {
        this.pipe = pipe;
        this.sink = sink;
        this.thread = new Thread(this::carry, "iccl-" + pipe.getFileName());
        thread.setDaemon(true);
    }

    Path pipe() {
        return pipe;
    }

    void start() {
        thread.start();
    }

    void awaitEnd(long limitMillis) throws InterruptedException {
        thread.join(Math.max(1, limitMillis));
    }

    private void carry() {
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = new FileInputStream(pipe.toFile())) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                sink.accept(chunk, count);
            }
        } catch (IOException e) {
            System.err.println("icclrun: output is lost: " + e);
        } finally {
            sink.close();
        }
    }
}
