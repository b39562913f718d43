package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.platform.cpu.internal.jni.CpuNative;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What is done with bytes at an address, here and in other processes. An address that is used must not be 0; any other wrong one
 * ends the process, as in C, but in another process, where it is refused.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class RawMemory {
    private RawMemory() {}

    static void copy(long to, long from, long bytes) {
        if (isToCopy(to, from, bytes) && !ShortCopies.copy(to, from, bytes)) {
            CpuNative.copy(to, from, bytes);
        }
    }

    static void pull(long to, long process, long from, long bytes) {
        if (isToCopy(to, from, bytes)) {
            int result = CpuNative.pull(to, process, from, bytes);
            if (result < 0) {
                SystemErrors.check(result, () -> "cannot copy " + bytes + " bytes from process " + process);
            }
        }
    }

    static void push(long process, long to, long from, long bytes) {
        if (isToCopy(to, from, bytes)) {
            int result = CpuNative.push(process, to, from, bytes);
            if (result < 0) {
                SystemErrors.check(result, () -> "cannot copy " + bytes + " bytes to process " + process);
            }
        }
    }

    private static boolean isToCopy(long to, long from, long bytes) {
        if (bytes == 0) {
            return false;
        }
        require(from, bytes, "copy from");
        require(to, bytes, "copy to");
        return true;
    }

    static void clear(long address, long bytes) {
        if (bytes != 0) {
            require(address, bytes, "clear");
            CpuNative.clear(address, bytes);
        }
    }

    static long addressOf(ByteBuffer direct) {
        if (!direct.isDirect()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "a buffer on the Java heap has no address; use ByteBuffer.allocateDirect");
        }
        return CpuNative.addressOf(direct);
    }

    static ByteBuffer view(long address, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "a ByteBuffer holds at most " + Integer.MAX_VALUE + " bytes, not " + bytes);
        }
        if (bytes == 0) {
            return ByteBuffer.allocateDirect(0).order(ByteOrder.nativeOrder());
        }
        require(address, bytes, "view");
        return CpuNative.view(address, bytes).order(ByteOrder.nativeOrder());
    }

    private static void require(long address, long bytes, String action) {
        if (address == 0 || bytes < 0) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "cannot " + action + " " + bytes + " bytes at 0x" + Long.toHexString(address));
        }
    }
}
