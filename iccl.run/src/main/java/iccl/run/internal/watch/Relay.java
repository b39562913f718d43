package iccl.run.internal.watch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A node's small process that carries its ranks' output and news to the launcher, over the one channel that the guard there
 * has: {@code Relay DIRECTORY FIRST COUNT}. It ends when the guard writes {@code quit} into the events.
 */
public final class Relay {
    private static final long POLL_MILLIS = 20;
    private static final long OUTPUT_MILLIS = 1500;
    private static final String QUIT = "quit";

    private final Path directory;
    private final OutputStream channel;
    private final List<Thread> threads = new ArrayList<>();

    private Relay(Path directory, OutputStream channel) {
        this.directory = directory;
        this.channel = channel;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Relay relay = new Relay(Path.of(arguments[0]), new FileOutputStream(FileDescriptor.out));
        int first = Integer.parseInt(arguments[1]);
        for (int rank = first; rank < first + Integer.parseInt(arguments[2]); rank++) {
            relay.carry(rank, Frames.OUTPUT);
            relay.carry(rank, Frames.ERROR);
        }
        relay.tellNews();
    }

    private void carry(int rank, String stream) {
        Path pipe = directory.resolve("rank-" + rank + "." + stream);
        Thread thread = new Thread(
                null,
                () -> {
                    try (InputStream in = new FileInputStream(pipe.toFile())) {
                        byte[] chunk = new byte[1 << 15];
                        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                            Frames.write(channel, stream, rank, chunk, count);
                        }
                        byte[] name = stream.getBytes(StandardCharsets.US_ASCII);
                        Frames.write(channel, Frames.CLOSED, rank, name, name.length);
                    } catch (IOException e) {
                        end(e);
                    }
                },
                pipe.getFileName().toString(),
                1 << 17);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void tellNews() throws IOException, InterruptedException {
        EventFile events = new EventFile(directory.resolve("events"));
        while (true) {
            for (String line : events.news()) {
                if (line.equals(QUIT)) {
                    awaitOutput();
                    return;
                }
                tell(line);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void tell(String event) throws IOException {
        String[] words = event.split(" ");
        if (words[0].equals("fail")) {
            Path file = directory.resolve("rank-" + words[1] + ".failure");
            if (Files.exists(file)) {
                byte[] text = Files.readAllBytes(file);
                Frames.write(channel, Frames.FAILURE, Integer.parseInt(words[1]), text, Math.min(text.length, 1 << 14));
            }
        }
        byte[] bytes = event.getBytes(StandardCharsets.US_ASCII);
        Frames.write(channel, Frames.EVENT, 0, bytes, bytes.length);
    }

    private void awaitOutput() throws InterruptedException {
        long deadline = System.nanoTime() + OUTPUT_MILLIS * 1_000_000;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
    }

    /** The launcher hears nothing more from here; the guard ends the job. */
    private static void end(IOException why) {
        System.err.println("icclrun: output is lost: " + why);
        Runtime.getRuntime().halt(1);
    }
}
