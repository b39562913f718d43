package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.HostPlatform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Segments in files, for ranks that are processes of one machine. A segment is {@code <name>/segment} in the directory for
 * shared memory; a rank that makes one fills a file of another name and links it there, so that nobody sees half of one.
 * When all ranks have mapped it, file and directory lose their names, and the kernel frees the memory with the last process.
 */
final class FileSegments implements Segments {
    static final String FILE = "segment";

    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final HostPlatform host;
    private final Path base;

    /** @param base the directory for shared memory; it exists */
    FileSegments(HostPlatform host, Path base) {
        this.host = host;
        this.base = base;
    }

    @Override
    public Segment open(String name, Layout wanted, Deadline deadline) {
        Path directory = base.resolve(name);
        try {
            while (true) {
                Segment segment = tryOpen(directory, wanted);
                if (segment != null) {
                    return segment;
                }
                if (deadline.hasPassed()) {
                    throw new IcclException(
                            ResultCode.TIMEOUT, "others kept removing " + directory + " for " + deadline);
                }
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new IcclException(
                    ResultCode.SYSTEM_ERROR,
                    "cannot make or open shared memory in " + directory + ": " + e
                            + "; look at the directory's permissions and space, or set ICCL_SHM_DIR",
                    e);
        }
    }

    /** Null when others made or removed something in between. */
    private @Nullable Segment tryOpen(Path directory, Layout wanted) throws IOException {
        makeDirectory(directory);
        try {
            return Files.exists(directory.resolve(FILE)) ? join(directory, wanted) : make(directory, wanted);
        } catch (NoSuchFileException | FileAlreadyExistsException e) {
            if (Files.isDirectory(base)) {
                return null;
            }
            throw e;
        }
    }

    /** What lies in /dev/shm under our name may be somebody else's, who would then see our messages. */
    private static void makeDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, OWN_DIRECTORY);
        } catch (FileAlreadyExistsException e) {
            if (isStrange(directory)) {
                throw new IOException(directory + " is in the way: it is no private directory of this user", e);
            }
        }
    }

    private static boolean isStrange(Path directory) throws IOException {
        try {
            PosixFileAttributes found =
                    Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return !found.isDirectory()
                    || !found.permissions().equals(OWN_DIRECTORY.value())
                    || ProcessIdentity.user()
                            != (Integer) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // Removed again just now.
            return false;
        }
    }

    private Segment join(Path directory, Layout wanted) throws IOException {
        Path file = directory.resolve(FILE);
        Layout layout = layoutOf(file);
        if (layout.size() != wanted.size()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "this rank says the group has %d ranks, another said %d".formatted(wanted.size(), layout.size()));
        }
        long address = host.map(file, layout.totalBytes());
        return new MappedFile(directory, address, new Control(host.view(address, layout.controlBytes()), layout));
    }

    private static Layout layoutOf(Path file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(Layout.HEADER_BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // Read on.
            }
        }
        try {
            return Control.layout(header);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " was not made by this version of ICCL; all ranks must have the same", e);
        }
    }

    private Segment make(Path directory, Layout layout) throws IOException {
        Path draft = directory.resolve("draft-" + ProcessIdentity.own().id() + "-" + NEXT.getAndIncrement());
        Files.createFile(draft, OWN_FILE);
        long address = 0;
        boolean linked = false;
        try {
            address = host.map(draft, layout.totalBytes());
            host.reserve(address, layout.controlBytes());
            Control control = Control.format(host.view(address, layout.controlBytes()), layout);
            Files.createLink(directory.resolve(FILE), draft);
            linked = true;
            return new MappedFile(directory, address, control);
        } finally {
            Files.deleteIfExists(draft);
            if (!linked) {
                if (address != 0) {
                    host.unmap(address, layout.totalBytes());
                }
                removeIfEmpty(directory);
            }
        }
    }

    private static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // Somebody is there; the last one removes it.
            return;
        }
    }

    /** One rank's mapping of a segment. */
    private final class MappedFile implements Segment {
        private final Path directory;
        private final long address;
        private final Control control;

        MappedFile(Path directory, long address, Control control) {
            this.directory = directory;
            this.address = address;
            this.control = control;
        }

        @Override
        public long base() {
            return address;
        }

        @Override
        public Control control() {
            return control;
        }

        @Override
        public long reserveRing(int from, int to, long bytes) {
            long ring = address + control.layout().ringOffset(from, to);
            host.reserve(ring, bytes);
            return ring;
        }

        /** All ranks do this; the first one removes, the others find nothing. */
        @Override
        public void hide() {
            try {
                Files.deleteIfExists(directory.resolve(FILE));
                removeIfEmpty(directory);
            } catch (IOException e) {
                throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot remove " + directory + ": " + e, e);
            }
        }

        @Override
        public void release() {
            host.unmap(address, control.layout().totalBytes());
        }

        @Override
        public String toString() {
            return base.toString();
        }
    }
}
