package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.testkit.Regions.Origin;
import iccl.kernel.testkit.Regions.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files that a {@link CheckedMemory} maps, for real. */
final class CheckedFiles {
    private final Regions regions;
    private final Map<Long, FileStore> stores = new ConcurrentHashMap<>();

    CheckedFiles(Regions regions) {
        this.regions = regions;
    }

    long map(Path file, long bytes) {
        Regions.checkedLength(bytes);
        try (FileChannel channel = open(file)) {
            ByteBuffer data = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            long address = regions.add(MemorySpace.HOST, Origin.MAPPING, data).address();
            stores.put(address, storeOf(file));
            return address;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + bytes + " bytes of " + file, e);
        }
    }

    /** The file may lose its name, and its directory too; where the file system is mounted stays. */
    private static FileStore storeOf(Path file) throws IOException {
        Path place = file.toAbsolutePath();
        FileStore store = Files.getFileStore(place);
        for (Path above = place.getParent(); above != null; above = above.getParent()) {
            FileStore next = Files.getFileStore(above);
            if (!next.equals(store)) {
                break;
            }
            store = next;
        }
        return store;
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    void unmap(long address, long bytes) {
        Region region = regions.remove(address, Origin.MAPPING);
        stores.remove(address);
        if (region.bytes() != bytes) {
            throw new AssertionError("unmapped " + bytes + " bytes of a " + region);
        }
    }

    /** Only looks whether there is room. */
    void reserve(long address, long bytes) {
        Region region = regions.find(address, bytes);
        FileStore store = stores.get(region.address());
        if (store == null) {
            throw new AssertionError("reserved in what is no mapping: " + region);
        }
        try {
            if (store.getUsableSpace() < bytes) {
                throw new IcclException(
                        ResultCode.SYSTEM_ERROR,
                        "cannot reserve " + bytes + " bytes: " + store + " has " + store.getUsableSpace() + " left");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot reserve " + bytes + " bytes in " + store, e);
        }
    }
}
