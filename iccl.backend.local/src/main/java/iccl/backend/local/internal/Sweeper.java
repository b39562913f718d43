package iccl.backend.local.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what was left in the directory for shared memory by jobs that were killed while their ranks were still coming. A
 * job that has begun leaves nothing.
 */
final class Sweeper {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final long YOUNG_MILLIS = TimeUnit.MINUTES.toMillis(1);
    /** Without a segment inside, or with one of another version, only time can tell. */
    private static final long UNKNOWN_MILLIS = TimeUnit.HOURS.toMillis(1);

    private Sweeper() {}

    /** Removes what is old and belongs to no live process. */
    static void sweep(Path base, long nowMillis) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(base, PartNames.PREFIX + "*")) {
            for (Path directory : found) {
                if (isStale(directory, nowMillis)) {
                    remove(directory);
                }
            }
        } catch (IOException e) {
            LOG.debug("Did not look for old directories in {}", base, e);
        }
    }

    private static boolean isStale(Path directory, long nowMillis) {
        try {
            long age = nowMillis - Files.getLastModifiedTime(directory).toMillis();
            if (age < YOUNG_MILLIS) {
                return false;
            }
            Path file = directory.resolve(FileSegments.FILE);
            return Files.exists(file) ? isDead(file) : age > UNKNOWN_MILLIS;
        } catch (IOException e) {
            // Somebody else's, or somebody removed it just now.
            return false;
        }
    }

    /** Whether every process that came to that segment is gone. */
    private static boolean isDead(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Layout layout = Control.layout(read(channel, Layout.HEADER_BYTES));
            Control control = new Control(read(channel, layout.controlBytes()), layout);
            for (int rank = 0; rank < layout.size(); rank++) {
                if (control.state(rank) != RankState.ABSENT
                        && control.process(rank).mayBeAlive()) {
                    return false;
                }
            }
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static ByteBuffer read(FileChannel channel, int bytes) throws IOException {
        ByteBuffer all = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        while (all.hasRemaining()) {
            if (channel.read(all, all.position()) < 0) {
                throw new IOException("the file is too short");
            }
        }
        return all;
    }

    private static void remove(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
            LOG.info("Removed {}, which a job that was killed had left", directory);
        } catch (IOException e) {
            LOG.debug("Could not remove {}", directory, e);
        }
    }
}
