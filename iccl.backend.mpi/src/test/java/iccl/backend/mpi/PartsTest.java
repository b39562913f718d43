package iccl.backend.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The small parts of the endpoint and of the probe. */
class PartsTest {
    @Test
    void shouldNumberTheNodesOfAPartByItsOwnRanks() {
        int[] nodes = {0, 0, 2, 2, 0, 5};
        assertArrayEquals(new int[] {0, 1, 0, 1, 4}, Nodes.ofPart(nodes, new int[] {3, 1, 2, 0, 5}));
        assertArrayEquals(nodes, Nodes.ofPart(nodes, new int[] {0, 1, 2, 3, 4, 5}));
        assertArrayEquals(new int[] {0}, Nodes.ofPart(nodes, new int[] {5}));
    }

    @Test
    void shouldKeepItsOwnTagsApartFromTheUsers() {
        Set<Integer> own = Set.of(
                Tags.arrival(0),
                Tags.arrival(Endpoint.MAX_TAG),
                Tags.release(0),
                Tags.release(-1),
                Tags.CONTROL,
                Tags.ANSWER);
        assertEquals(6, own.size());
        assertTrue(own.stream().allMatch(tag -> tag > Endpoint.MAX_TAG && tag <= Tags.LARGEST), own::toString);
    }

    @Test
    void shouldGiveEndedHandlesOutAgain() {
        Handles handles = new Handles();
        for (int round = 0; round < 3; round++) {
            Pending[] taken = IntStream.range(0, 100)
                    .mapToObj(i -> {
                        Pending pending = handles.take();
                        pending.begin(Pending.Kind.SEND, 0, 0, 0);
                        return pending;
                    })
                    .toArray(Pending[]::new);
            assertEquals(100, handles.active().size());
            for (Pending pending : taken) {
                assertTrue(pending.handle < 100, "a new handle while there are ended ones");
                assertEquals(pending, handles.get(pending.handle));
                handles.give(pending);
            }
            IcclException failure = assertThrows(IcclException.class, () -> handles.get(5));
            assertEquals(ResultCode.INTERNAL_ERROR, failure.code());
        }
    }

    @Test
    void shouldRememberTheLastMessageThatDidNotFit() {
        SendLog log = new SendLog();
        assertEquals(-1, log.longerThan(0, 0, 0));
        for (int i = 0; i < 1000; i++) {
            log.add(i % 3, i % 2, i);
        }
        assertEquals(996, log.longerThan(10, 0, 0));
        assertEquals(-1, log.longerThan(996, 0, 0));
        assertEquals(-1, log.longerThan(10, 4, 0));
    }

    @Test
    @Timeout(20)
    void shouldNotWaitLongForAProgramThatDoesNotAnswer(@TempDir Path folder) throws Exception {
        Path program = Files.writeString(folder.resolve("mpirun"), "#!/bin/sh\necho '(Open MPI) 4'; sleep 60\n");
        assertTrue(program.toFile().setExecutable(true));
        long before = System.nanoTime();
        assertTrue(new ThisMachine().versionOf(program).isEmpty());
        assertTrue(System.nanoTime() - before < TimeUnit.SECONDS.toNanos(10), "waited too long");
    }

    @Test
    @Timeout(20)
    void shouldTellAPeersDeathFromOtherFailures() {
        assertEquals(
                MpiFailure.Kind.PEER_GONE,
                MpiFailure.of("MPI_ERR_PROC_FAILED: Process Failure").kind());
        assertEquals(
                MpiFailure.Kind.OTHER,
                MpiFailure.of("MPI_ERR_INTERN: internal error").kind());
    }

    /** What a library says of CUDA is nothing about others' devices. */
    @Test
    void shouldAssumeNothingOfDeviceMemory() {
        assertNull(objection("nvidia", OptionalInt.of(1)));
        assertEquals(
                "MPI 1 says that it does not take memory of CUDA devices (query)",
                objection("nvidia", OptionalInt.of(0)));
        assertEquals(
                "MPI 1 has no query, so that it does not say whether it takes memory of CUDA devices",
                objection("nvidia", OptionalInt.empty()));
        assertEquals(
                "MPI 1 does not say whether it takes memory of iluvatar", objection("iluvatar", OptionalInt.of(1)));
    }

    private static @Nullable String objection(String platform, OptionalInt answer) {
        return DeviceMemory.objection(platform, "MPI 1", "query", () -> answer);
    }
}
