package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweeperTest {
    private static final ProcessIdentity GONE =
            new ProcessIdentity(4_999_999, 1, ProcessIdentity.own().namespace());

    private Path base;
    private final long now = System.currentTimeMillis();

    @BeforeEach
    void setUp(@TempDir Path base) {
        this.base = base;
    }

    /** A directory as a job leaves it whose rank 0 was that process. */
    private Path left(String name, ProcessIdentity process) throws IOException {
        Path directory = Files.createDirectory(base.resolve(name));
        Layout layout = Layout.of(2, Layout.PAGE);
        ByteBuffer memory = ByteBuffer.allocateDirect(layout.controlBytes()).order(ByteOrder.nativeOrder());
        assertTrue(Control.format(memory, layout).claim(0, process));
        try (FileChannel channel = FileChannel.open(
                directory.resolve(FileSegments.FILE), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assertEquals(layout.controlBytes(), channel.write(memory));
        }
        return directory;
    }

    @Test
    void shouldRemoveWhatDeadProcessesLeft() throws IOException {
        Path stale = left("iccl-u-1", GONE);
        Path young = left("iccl-u-2", GONE);
        Path foreign = left("somebody-else", GONE);
        Path alive = left("iccl-u-3", ProcessIdentity.own());
        Path empty = Files.createDirectory(base.resolve("iccl-u-4"));
        Path unknown = Files.createDirectory(base.resolve("iccl-u-5"));
        Files.write(unknown.resolve(FileSegments.FILE), new byte[5000]);
        Sweeper.sweep(base, now);
        assertTrue(Files.exists(stale), "too young yet");
        Sweeper.sweep(base, now + TimeUnit.MINUTES.toMillis(2));
        assertTrue(!Files.exists(stale) && !Files.exists(young));
        assertTrue(Files.exists(foreign) && Files.exists(alive) && Files.exists(empty) && Files.exists(unknown));
        Sweeper.sweep(base, now + TimeUnit.HOURS.toMillis(2));
        assertTrue(Files.exists(alive) && !Files.exists(empty) && Files.exists(unknown));
    }

    @Test
    void shouldNotMindAMissingDirectory() {
        Sweeper.sweep(base.resolve("none"), now);
        assertTrue(Files.exists(base));
    }
}
