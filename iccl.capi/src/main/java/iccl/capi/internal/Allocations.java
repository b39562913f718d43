package iccl.capi.internal;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The buffers behind the addresses that {@code infinicclMemAlloc} gave. */
final class Allocations {
    private final ConcurrentMap<Long, Buffer> buffers = new ConcurrentHashMap<>();

    long add(Buffer buffer) {
        buffers.put(buffer.address(), buffer);
        return buffer.address();
    }

    Buffer remove(long address) {
        Buffer buffer = buffers.remove(address);
        if (buffer == null) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "ptr = 0x" + Long.toHexString(address)
                            + " was not given by infinicclMemAlloc, or was freed before");
        }
        return buffer;
    }
}
