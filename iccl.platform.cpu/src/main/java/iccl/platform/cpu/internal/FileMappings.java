package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.platform.cpu.internal.jni.CpuNative;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Files mapped as shared memory. Each mapping keeps its file open, so that memory can be reserved when the file has lost
 * its name.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class FileMappings {
    private final ConcurrentSkipListMap<Long, Mapping> live = new ConcurrentSkipListMap<>();

    private record Mapping(long address, long bytes, int file, Path path) {
        boolean holds(long start, long length) {
            return length >= 0 && start >= address && start - address <= bytes - length;
        }
    }

    long map(Path path, long bytes) {
        if (bytes < 1) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "cannot map " + bytes + " bytes of " + path);
        }
        byte[] text = path.toString().getBytes(StandardCharsets.UTF_8);
        byte[] terminated = Arrays.copyOf(text, text.length + 1);
        int file = (int) SystemErrors.check(CpuNative.openFile(terminated), () -> "cannot open " + path);
        long address = CpuNative.map(file, bytes);
        if (address < 0) {
            CpuNative.closeFile(file);
        }
        SystemErrors.check(address, () -> "cannot map " + bytes + " bytes of " + path);
        live.put(address, new Mapping(address, bytes, file, path));
        return address;
    }

    void unmap(long address, long bytes) {
        Mapping mapping = live.get(address);
        if (mapping == null || mapping.bytes != bytes || !live.remove(address, mapping)) {
            throw noMapping("unmap", address, bytes);
        }
        CpuNative.closeFile(mapping.file);
        SystemErrors.check(
                CpuNative.unmap(address, bytes), () -> "cannot unmap " + bytes + " bytes of " + mapping.path);
    }

    void reserve(long address, long bytes) {
        Map.Entry<Long, Mapping> entry = live.floorEntry(address);
        @Nullable Mapping mapping = entry == null ? null : entry.getValue();
        if (mapping == null || !mapping.holds(address, bytes)) {
            throw noMapping("reserve", address, bytes);
        }
        if (bytes > 0) {
            int result = CpuNative.reserve(mapping.file, address - mapping.address, bytes);
            SystemErrors.check(result, () -> refusal(mapping, bytes));
        }
    }

    private static String refusal(Mapping mapping, long bytes) {
        return "cannot reserve " + bytes + " bytes of " + mapping.path + ", whose file system has "
                + CpuNative.roomIn(mapping.file) + " bytes left; free some of it, or make it larger";
    }

    private static IcclException noMapping(String action, long address, long bytes) {
        return new IcclException(
                ResultCode.INVALID_ARGUMENT,
                "cannot " + action + " " + bytes + " bytes at 0x" + Long.toHexString(address)
                        + ": they are not mapped");
    }

    /** How many are not unmapped. */
    int count() {
        return live.size();
    }
}
