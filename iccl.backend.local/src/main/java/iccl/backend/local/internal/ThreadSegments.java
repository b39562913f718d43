package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.HostPlatform;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Segments in the ordinary memory of this process, for ranks that are threads of it. Freed when the last rank has closed. */
final class ThreadSegments implements Segments {
    private final HostPlatform host;
    private final Map<String, Memory> open = new HashMap<>();

    ThreadSegments(HostPlatform host) {
        this.host = host;
    }

    @Override
    public synchronized Segment open(String name, Layout wanted, Deadline deadline) {
        Memory memory = open.get(name);
        if (memory == null) {
            memory = new Memory(name, wanted);
            open.put(name, memory);
        } else if (memory.control.layout().size() != wanted.size()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "a rank says the group has %d ranks, another says %d"
                            .formatted(wanted.size(), memory.control.layout().size()));
        }
        memory.holders++;
        return memory;
    }

    /** All ranks hold the same one. Fields that change are guarded by the outer object. */
    private final class Memory implements Segment {
        private final String name;
        private final long base;
        private final Control control;
        private final List<Long> rings = new ArrayList<>();
        private int holders;

        Memory(String name, Layout layout) {
            this.name = name;
            this.base = host.allocate(MemorySpace.HOST, layout.controlBytes());
            host.clear(base, layout.controlBytes());
            this.control = Control.format(host.view(base, layout.controlBytes()), layout);
        }

        @Override
        public long base() {
            return base;
        }

        @Override
        public Control control() {
            return control;
        }

        @Override
        public long reserveRing(int from, int to, long bytes) {
            long address = host.allocate(MemorySpace.HOST, bytes);
            host.clear(address, Ring.HEADER_BYTES);
            synchronized (ThreadSegments.this) {
                rings.add(address);
            }
            return address;
        }

        @Override
        public void hide() {
            synchronized (ThreadSegments.this) {
                open.remove(name, this);
            }
        }

        @Override
        public void release() {
            synchronized (ThreadSegments.this) {
                if (--holders > 0) {
                    return;
                }
                open.remove(name, this);
            }
            rings.forEach(ring -> host.free(MemorySpace.HOST, ring));
            host.free(MemorySpace.HOST, base);
        }

        @Override
        public String toString() {
            return "memory of this process";
        }
    }
}
