package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.onEach;
import static iccl.kernel.internal.LibraryRig.outcomes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.testkit.CheckedDevice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Device memory through the whole library: from memAlloc to the device going away. */
@Timeout(60)
class DeviceTest {
    private static final int COUNT = 5000;
    private static final int BYTES = COUNT * 4;

    private LibraryRig rig;
    private CheckedDevice device;

    @BeforeEach
    void open() {
        rig = LibraryRig.withThreads("iccl.chunk=4K");
        device = new CheckedDevice(rig.memory, "device", 42);
        rig.kernel.put(device, Map.of());
    }

    @AfterEach
    void close() {
        rig.close();
        device.assertNothingLeaked();
    }

    /** Device memory with the numbers first, first + 1, ... */
    private Buffer onDevice(int first) {
        Buffer host = rig.kernel.memAlloc(BYTES);
        for (int index = 0; index < COUNT; index++) {
            host.asByteBuffer().putInt(4 * index, first + index);
        }
        Buffer memory = rig.kernel.memAlloc(BYTES, MemorySpace.DEVICE);
        rig.kernel.copy(memory, host);
        rig.kernel.memFree(host);
        return memory;
    }

    private int numberAt(Buffer buffer, int index) {
        Buffer host = rig.kernel.memAlloc(4);
        rig.kernel.copy(host, buffer.slice(4L * index, 4));
        int number = host.asByteBuffer().getInt(0);
        rig.kernel.memFree(host);
        return number;
    }

    @Test
    void shouldAllocateZeroedMemoryInEverySpace() {
        for (MemorySpace space : MemorySpace.values()) {
            Buffer buffer = rig.kernel.memAlloc(BYTES, space);
            assertEquals(space, buffer.space());
            assertEquals(0, numberAt(buffer, COUNT - 1));
            rig.kernel.memFree(buffer);
        }
        Buffer left = rig.kernel.memAlloc(1, MemorySpace.DEVICE);
        assertRefused(ResultCode.INVALID_USAGE, left::asByteBuffer, "device memory has no ByteBuffer");
    }

    @Test
    void shouldReduceOnDevices() {
        List<Communicator> ranks = rig.kernel.commInitAll(3);
        assertEquals("device", ranks.get(0).platform());
        onEach(ranks, rank -> {
            Buffer send = onDevice(rank.rank());
            Buffer recv = rig.kernel.memAlloc(BYTES, MemorySpace.DEVICE);
            for (int round = 0; round < 5; round++) {
                rank.allReduce(send, recv, COUNT, Datatype.INT32, ReductionOp.SUM, null);
            }
            assertEquals(3, numberAt(recv, 0));
            assertEquals(3 + 3 * (COUNT - 1), numberAt(recv, COUNT - 1));
            rank.allReduce(send, send, COUNT, Datatype.INT32, ReductionOp.MAX, null);
            assertEquals(2 + COUNT - 1, numberAt(send, COUNT - 1));
            rig.kernel.memFree(send);
            rig.kernel.memFree(recv);
        });
        String text = ranks.get(1).explain(Operation.ALL_REDUCE, COUNT, Datatype.INT32, ReductionOp.SUM);
        for (String part : new String[] {
            "platform device device 0",
            "{device=3}",
            "4096 bytes of pinned memory",
            "taken from 6 times, allocated 1 times"
        }) {
            assertTrue(text.contains(part), () -> "no '" + part + "' in " + text);
        }
        ranks.forEach(Communicator::close);
    }

    /** One rank's buffer is of the host, and what it sends is more than a chunk. */
    @Test
    void shouldMixSpacesAndStreams() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        onEach(ranks, rank -> {
            Buffer own = onDevice(100 * rank.rank());
            Buffer all = rank.rank() == 0
                    ? rig.kernel.memAlloc(2L * BYTES)
                    : rig.kernel.memAlloc(2L * BYTES, MemorySpace.DEVICE);
            try (iccl.api.Stream stream = rig.kernel.createStream()) {
                rank.allGather(own, all, COUNT, Datatype.INT32, stream);
                stream.synchronize();
            }
            assertEquals(COUNT - 1, numberAt(all, COUNT - 1));
            assertEquals(100 + COUNT - 1, numberAt(all, 2 * COUNT - 1));
            rig.kernel.groupStart();
            rank.send(own, COUNT, Datatype.INT32, 1 - rank.rank(), null);
            rank.recv(all, COUNT, Datatype.INT32, 1 - rank.rank(), null);
            rig.kernel.groupEnd();
            assertEquals(100 * (1 - rank.rank()) + 7, numberAt(all, 7));
            rig.kernel.memFree(own);
            rig.kernel.memFree(all);
        });
        ranks.forEach(Communicator::close);
    }

    @Test
    void shouldTakeTheAddressesOfOthers() {
        Buffer own = onDevice(5);
        Buffer foreign = rig.kernel.wrap(own.address(), own.bytes());
        assertEquals(MemorySpace.DEVICE, foreign.space());
        assertEquals(9, numberAt(foreign, 4));
        rig.kernel.memFree(own);
    }

    @Test
    void shouldFailWithThePlatform() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Buffer buffer = onDevice(0);
        rig.kernel.remove(device);
        for (Throwable failure :
                outcomes(ranks, rank -> rank.allReduce(buffer, buffer, COUNT, Datatype.INT32, ReductionOp.SUM, null))) {
            assertFailure(ResultCode.INVALID_USAGE, failure, "platform device");
        }
        assertRefused(
                ResultCode.NOT_SUPPORTED,
                () -> rig.kernel.memAlloc(1, MemorySpace.DEVICE),
                "this process has no device");
        rig.kernel.memFree(buffer);
        // What the program held is the platform's to give back.
        device.free(MemorySpace.DEVICE, buffer.address());
        List<Communicator> next = rig.kernel.commInitAll(2);
        assertEquals("checked", next.get(0).platform());
    }

    @Test
    void shouldRefuseDeviceMemoryWhereNoRankHasADevice() {
        Buffer buffer = onDevice(0);
        rig.kernel.remove(device);
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        assertRefused(
                ResultCode.INVALID_USAGE,
                () -> alone.allReduce(buffer, buffer, COUNT, Datatype.INT32, ReductionOp.SUM, null),
                "stopped or updated");
        device.free(MemorySpace.DEVICE, buffer.address());
    }

    @Test
    void shouldNotFitWhatIsTooLong() {
        Buffer small = rig.kernel.memAlloc(4);
        Buffer large = onDevice(0);
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.copy(small, large), "do not fit");
    }
}
