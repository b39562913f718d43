package iccl.kernel.testkit;

import iccl.api.MemorySpace;
import iccl.kernel.internal.collective.Scratch;

/** Scratch that is allocated when it is taken, so that every use after it was given back is found. */
record MemoryScratch(CheckedMemory memory, MemorySpace space) implements Scratch {
    @Override
    public long take(long bytes) {
        return bytes == 0 ? 0 : memory.allocate(space, bytes);
    }

    @Override
    public void give(long address) {
        if (address != 0) {
            memory.free(space, address);
        }
    }
}
