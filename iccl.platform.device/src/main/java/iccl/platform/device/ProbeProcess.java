package iccl.platform.device;

import iccl.platform.device.jni.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens and tries a library in a process of its own, for a limited time. The program for that is in the bundle.
 *
 * <p>Threads: one runs, any other may {@link #close}.
 */
final class ProbeProcess implements AutoCloseable {
    private static final String PROGRAM = "iccl-device-probe";

    private final long limitSeconds;
    private final Path folder;
    private @Nullable Process running;
    private boolean closed;

    ProbeProcess(long limitSeconds) throws IOException {
        this.limitSeconds = limitSeconds;
        folder = makeFolder();
        Path program = folder.resolve(PROGRAM);
        try (InputStream content = NativeLibrary.resource(PROGRAM)) {
            Files.copy(content, program, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** In the job's own directory where there is one: that is removed with the job, however it ends. */
    private static Path makeFolder() throws IOException {
        String job = Wishes.of("ICCL_JOB_DIR");
        Path place = job == null ? null : Path.of(job);
        return place != null && Files.isDirectory(place)
                ? Files.createTempDirectory(place, "probe-")
                : Files.createTempDirectory("iccl-probe-");
    }

    Findings run(String table) throws IOException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = start(out, err);
        try (OutputStream in = process.getOutputStream()) {
            in.write(table.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It died before it had read all; how it ended says more.
        }
        String end = await(process);
        Findings found = Findings.of(Files.readAllLines(out), end);
        String said = lastLine(Files.readAllLines(err));
        return found.isUsable() || said.isEmpty()
                ? found
                : new Findings(found.values(), found.wrong() + "; it said: " + said);
    }

    private synchronized Process start(Path out, Path err) throws IOException {
        if (closed) {
            throw new IOException("the probe was stopped");
        }
        Process process = new ProcessBuilder(folder.resolve(PROGRAM).toString(), Long.toString(limitSeconds + 5))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        running = process;
        return process;
    }

    private String await(Process process) throws IOException {
        try {
            if (process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                int status = process.exitValue();
                return status > 128
                        ? "it crashed in a process of its own (signal " + (status - 128) + ")"
                        : "it ended the process that tried it (status " + status + ")";
            }
            return "it did not answer within " + limitSeconds + " s";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the probe was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String lastLine(List<String> lines) {
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
    }

    /** Ends what runs and removes the files. Idempotent. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (running != null) {
            running.destroyForcibly();
        }
        for (String name : List.of(PROGRAM, "out", "err")) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.deleteIfExists(folder);
    }
}
