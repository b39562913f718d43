package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.outcomes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.api.Stream;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Verdict;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.MemoryBackend;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HotPlugTest {
    @Test
    void shouldFailWhatRunsWhenItsBackendGoesAndNothingElse() {
        try (LibraryRig rig = new LibraryRig()) {
            Backend going = rig.addBackend("going", 10);
            Communicator waiting = rig.kernel.commInitAll(2).get(0);
            Backend staying = rig.addBackend("staying", 20);
            Communicator other = rig.kernel.commInitAll(1).get(0);
            assertEquals("staying", other.backend());
            long[] goneNs = new long[1];
            List<@Nullable Throwable> outcomes = outcomes(List.of(0, 1), thread -> {
                if (thread == 0) {
                    try {
                        waiting.barrier(null);
                    } finally {
                        goneNs[0] = System.nanoTime() - goneNs[0];
                    }
                } else {
                    TimeUnit.MILLISECONDS.sleep(100);
                    goneNs[0] = System.nanoTime();
                    rig.kernel.remove(going);
                }
            });
            assertFailure(ResultCode.INVALID_USAGE, outcomes.get(0), "backend going was stopped or updated");
            assertNull(outcomes.get(1));
            assertTrue(goneNs[0] < TimeUnit.SECONDS.toNanos(1), () -> "after " + goneNs[0] + " ns");
            assertRefused(ResultCode.INVALID_USAGE, () -> waiting.barrier(null), "make a new communicator");
            waiting.close();
            other.barrier(null);
            rig.kernel.remove(staying);
        }
    }

    @Test
    void shouldFailStreamsWhenTheBackendGoes() {
        try (LibraryRig rig = new LibraryRig()) {
            Backend going = rig.addBackend("going", 0);
            Communicator waiting = rig.kernel.commInitAll(2).get(0);
            Stream stream = rig.kernel.createStream();
            waiting.barrier(stream);
            waiting.barrier(stream);
            rig.kernel.remove(going);
            assertRefused(ResultCode.INVALID_USAGE, stream::synchronize, "stopped or updated");
            assertFailure(ResultCode.INVALID_USAGE, waiting.asyncError(), "stopped or updated");
            stream.close();
        }
    }

    @Test
    void shouldTakeTheHighestRankingAndHonourTheWish() {
        try (LibraryRig rig = new LibraryRig()) {
            rig.addBackend("low", 1);
            rig.addBackend("high", 5);
            assertEquals("high", rig.kernel.commInitAll(2).get(1).backend());
        }
        try (LibraryRig rig = new LibraryRig("ICCL_BACKEND=low")) {
            rig.addBackend("high", 5);
            assertRefused(
                    ResultCode.NOT_SUPPORTED,
                    () -> rig.kernel.commInitAll(1),
                    "iccl.backend asks for 'low'",
                    "backend high (in memory)");
            rig.addBackend("low", 1);
            assertEquals("low", rig.kernel.commInitAll(2).get(1).backend());
            assertEquals("low", rig.kernel.world().backend());
        }
    }

    @Test
    void shouldExplainWhatIsMissing() {
        try (LibraryRig rig = new LibraryRig()) {
            rig.kernel.put(() -> new Verdict(
                    Verdict.Kind.BACKEND,
                    "openmpi",
                    Verdict.Status.UNAVAILABLE,
                    "",
                    "libmpi_java.so was not found",
                    "apt-get install openmpi-bin"));
            assertRefused(
                    ResultCode.NOT_SUPPORTED,
                    () -> rig.kernel.commInitAll(2),
                    "no backend here carries several ranks",
                    "openmpi: libmpi_java.so was not found (apt-get install openmpi-bin)");
        }
    }

    @Test
    void shouldLoseMemoryWithItsPlatform() {
        CheckedMemory old = new CheckedMemory();
        CheckedMemory young = new CheckedMemory();
        try (LibraryRig rig = new LibraryRig()) {
            rig.kernel.remove(rig.memory);
            rig.kernel.removeHost(rig.memory);
            assertRefused(ResultCode.NOT_SUPPORTED, () -> rig.kernel.memAlloc(4), "there is no host platform");
            rig.kernel.putHost(old);
            Backend backend = new MemoryBackend("memory", old);
            rig.kernel.put(backend, Map.of());
            Communicator before = rig.kernel.commInitAll(2).get(0);
            Buffer lost = rig.ints(1);
            rig.kernel.putHost(young);
            rig.kernel.removeHost(old);
            assertEquals(4, old.allocatedBytes(), "left alone, but for the communicators' own");
            assertRefused(ResultCode.INVALID_USAGE, () -> before.barrier(null), "platform checked was stopped");
            assertRefused(ResultCode.INVALID_USAGE, lost::asByteBuffer, "stopped or updated");
            rig.kernel.remove(backend);
            rig.kernel.put(new MemoryBackend("memory", young), Map.of());
            Communicator after = rig.kernel.commInitAll(1).get(0);
            Buffer found = rig.ints(5);
            assertRefused(
                    ResultCode.INVALID_USAGE,
                    () -> after.allReduce(lost, found, 1, Datatype.INT32, ReductionOp.SUM, null),
                    "send: the memory at",
                    "allocate it again");
            after.allReduce(found, found, 1, Datatype.INT32, ReductionOp.SUM, null);
            rig.kernel.memFree(lost);
            assertEquals(0, old.allocatedBytes(), "given back to the platform that it came from");
        }
        young.assertNothingLeaked();
    }

    @Test
    void shouldMakeANewWorldWhenTheOldOneIsLost() {
        try (LibraryRig rig = new LibraryRig()) {
            Communicator alone = rig.kernel.world();
            assertEquals("self", alone.backend());
            assertSame(alone, rig.kernel.world());
            alone.close();
            alone.barrier(null);
        }
        try (LibraryRig rig = new LibraryRig()) {
            Backend first = rig.addBackend("first", 0);
            Communicator world = rig.kernel.world();
            assertEquals("first", world.backend());
            rig.addBackend("second", 10);
            assertSame(world, rig.kernel.world());
            rig.kernel.remove(first);
            assertNotSame(world, rig.kernel.world());
            assertEquals("second", rig.kernel.world().backend());
        }
    }

    @Test
    void shouldNotTakeALaunchedRankForAWorldOfOne() {
        try (LibraryRig rig = LibraryRig.withThreads("OMPI_COMM_WORLD_SIZE=4")) {
            assertRefused(
                    ResultCode.NOT_SUPPORTED, rig.kernel::world, "OMPI_COMM_WORLD_SIZE=4", "no backend here carries");
        }
    }

    @Test
    void shouldEndEverythingWithTheLibrary() {
        LibraryRig rig = LibraryRig.withThreads();
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Stream stream = rig.kernel.createStream();
        Buffer buffer = rig.ints(1, 2, 3);
        ranks.get(0).broadcast(buffer, buffer, 3, Datatype.INT32, 1, stream);
        rig.close();
        assertRefused(ResultCode.INVALID_USAGE, stream::synchronize, "the ICCL kernel was stopped");
        assertRefused(ResultCode.INVALID_USAGE, () -> ranks.get(1).barrier(null), "stopped");
        assertRefused(ResultCode.INVALID_USAGE, rig.kernel::world, "stopped");
        assertRefused(ResultCode.INVALID_USAGE, () -> rig.kernel.memAlloc(1), "stopped");
    }
}
