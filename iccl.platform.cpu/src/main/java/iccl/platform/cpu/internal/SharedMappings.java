package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.SharedMemory;
import iccl.platform.cpu.internal.jni.CpuNative;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory without a name that other processes map. Whoever makes it keeps its file open, since others open that through
 * {@code /proc}; so it needs no room in /dev/shm, and nothing is left behind by a process that is killed.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class SharedMappings {
    /** The file of an attached mapping, which needs none. */
    private static final int CLOSED = -1;

    private final SystemMemory system;
    /** Pages are taken in steps of this, with a look before each whether there are so many. */
    private final long stepBytes;
    /** The open file by address. */
    private final ConcurrentHashMap<SharedMemory, Integer> live = new ConcurrentHashMap<>();

    SharedMappings() {
        this(new SystemMemory(), SystemMemory.STEP_BYTES);
    }

    SharedMappings(SystemMemory system, long stepBytes) {
        this.system = system;
        this.stepBytes = stepBytes;
    }

    SharedMemory share(long bytes) {
        if (bytes < 1) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "cannot share " + bytes + " bytes");
        }
        if (bytes >= stepBytes) {
            system.require(bytes, () -> cannotTake(bytes));
        }
        int file = (int) SystemErrors.check(
                CpuNative.createShared(bytes), () -> "cannot make " + bytes + " bytes of shared memory");
        boolean complete = false;
        try {
            reserve(file, bytes);
            long identity = SystemErrors.check(CpuNative.identityOf(file), () -> "cannot identify shared memory");
            long address = SystemErrors.check(
                    CpuNative.map(file, bytes), () -> "cannot map " + bytes + " bytes of shared memory");
            SharedMemory.Key key = new SharedMemory.Key(ProcessHandle.current().pid(), file, identity, bytes);
            SharedMemory memory = new SharedMemory(address, key);
            live.put(memory, file);
            complete = true;
            return memory;
        } finally {
            if (!complete) {
                CpuNative.closeFile(file);
            }
        }
    }

    /** Takes the pages now: later a write would be the end of the process. */
    private void reserve(int file, long bytes) {
        for (long taken = 0; taken < bytes; taken += stepBytes) {
            long step = Math.min(stepBytes, bytes - taken);
            if (taken > 0) {
                system.require(step, () -> cannotTake(bytes));
            }
            SystemErrors.check(CpuNative.reserve(file, taken, step), () -> cannotTake(bytes));
        }
    }

    private static String cannotTake(long bytes) {
        return "cannot take " + bytes + " bytes of shared memory";
    }

    SharedMemory attach(SharedMemory.Key key) {
        int file = (int) SystemErrors.check(
                CpuNative.openShared(key.process(), key.file()),
                () -> "cannot open memory of process " + key.process());
        try {
            long identity = SystemErrors.check(CpuNative.identityOf(file), () -> "cannot identify shared memory");
            if (identity != key.identity()) {
                throw new IcclException(
                        ResultCode.SYSTEM_ERROR,
                        "file " + key.file() + " of process " + key.process()
                                + " is not the memory that was shared: that process is not visible here, or has ended");
            }
            long address = SystemErrors.check(
                    CpuNative.map(file, key.bytes()), () -> "cannot map memory of process " + key.process());
            SharedMemory memory = new SharedMemory(address, key);
            live.put(memory, CLOSED);
            return memory;
        } finally {
            CpuNative.closeFile(file);
        }
    }

    void detach(SharedMemory memory) {
        Integer file = live.remove(memory);
        if (file == null) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "0x" + Long.toHexString(memory.address()) + " was not shared or attached here, or is given back");
        }
        if (file != CLOSED) {
            CpuNative.closeFile(file);
        }
        SystemErrors.check(
                CpuNative.unmap(memory.address(), memory.key().bytes()),
                () -> "cannot unmap " + memory.key().bytes() + " bytes");
    }

    /** How many are not given back. */
    int count() {
        return live.size();
    }
}
