package iccl.kernel.testkit;

import java.nio.ByteBuffer;

/** How far a transport reaches that takes addresses of devices. */
record MemoryReach(CheckedMemory memory, String platform) {
    ByteBuffer view(long address, long bytes) {
        return memory.viewAnywhere(address, bytes);
    }
}
