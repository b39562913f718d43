package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static iccl.kernel.internal.LibraryRig.outcomes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.internal.bootstrap.Library;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.MemoryBackend;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks of a launched world, each with a library of its own as in a process of its own, find each other by unique id. */
@Timeout(60)
class CommInitRankTest {
    private final CheckedMemory memory = new CheckedMemory();
    private final List<Library> processes = new ArrayList<>();
    private final Map<String, String> environment = new ConcurrentHashMap<>();

    private void launch(int size) {
        for (Endpoint endpoint : new MemoryBackend("launched", memory).openThreads(size)) {
            Library library = new Library(new Configuration(name -> null, environment::get), "1");
            library.putHost(memory);
            library.put(new LaunchedBackend(endpoint), Map.of());
            processes.add(library);
        }
    }

    @AfterEach
    void close() {
        processes.forEach(Library::close);
        memory.assertNothingLeaked();
    }

    @Test
    void shouldHaveTheLaunchedWorld() {
        launch(3);
        onEach(processes, process -> {
            Communicator world = process.world();
            assertEquals(processes.indexOf(process), world.rank());
            assertEquals("launched", world.backend());
            world.barrier(null);
        });
    }

    @Test
    void shouldConnectMembersInTheOrderTheyGive() {
        launch(4);
        UniqueId id = processes.get(2).getUniqueId();
        // World ranks 3, 2, 0 become 0, 1, 2; world rank 1 stays away.
        Map<Integer, Integer> rankOf = Map.of(3, 0, 2, 1, 0, 2);
        onEach(processes, process -> {
            Integer rank = rankOf.get(processes.indexOf(process));
            if (rank != null) {
                Communicator part = process.commInitRank(3, id, rank);
                Buffer mine = process.memAlloc(4);
                mine.asByteBuffer().putInt(0, 10 + processes.indexOf(process));
                Buffer all = process.memAlloc(12);
                part.allGather(mine, all, 1, Datatype.INT32, null);
                assertEquals(List.of(13, 12, 10), intsOf(all));
                part.close();
            }
            process.world().barrier(null);
        });
    }

    @Test
    void shouldMakeSeveralAfterEachOther() {
        launch(3);
        List<UniqueId> ids = List.of(
                processes.get(0).getUniqueId(),
                processes.get(0).getUniqueId(),
                processes.get(1).getUniqueId());
        onEach(processes, process -> {
            int rank = processes.indexOf(process);
            for (UniqueId id : ids) {
                process.commInitRank(3, id, rank).barrier(null);
            }
        });
    }

    @Test
    void shouldNameTheRanksThatDidNotCome() {
        environment.put("ICCL_TIMEOUT_INIT", "0.5");
        launch(3);
        UniqueId id = processes.get(0).getUniqueId();
        List<@Nullable Throwable> outcomes = outcomes(processes, process -> {
            int rank = processes.indexOf(process);
            if (rank != 2) {
                process.commInitRank(3, id, rank);
            }
        });
        assertFailure(ResultCode.TIMEOUT, outcomes.get(0), "iccl.timeout.init", "0.5 s", ": 2");
        assertFailure(ResultCode.TIMEOUT, outcomes.get(1), ": 2");
        assertNull(outcomes.get(2));
        onEach(processes, process -> process.world().barrier(null));
    }

    @Test
    void shouldNameDifferentSizes() {
        launch(3);
        UniqueId id = processes.get(0).getUniqueId();
        List<@Nullable Throwable> outcomes = outcomes(
                processes.subList(0, 2), process -> process.commInitRank(2 + processes.indexOf(process), id, 1));
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(0), "disagree about the size");
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(1), "3 here, 2 at the rank that made the id");
    }

    @Test
    void shouldRefuseARankTwice() {
        launch(2);
        UniqueId id = processes.get(0).getUniqueId();
        List<@Nullable Throwable> outcomes = outcomes(processes, process -> process.commInitRank(2, id, 1));
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(0), "two members gave rank = 1");
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(1), "two members gave rank = 1");
    }

    @Test
    void shouldRefuseWrongArguments() {
        launch(1);
        Library alone = processes.get(0);
        UniqueId id = alone.getUniqueId();
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> alone.commInitRank(0, id, 0), "size = 0");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> alone.commInitRank(2, id, 2), "rank = 2 is not a rank of 2");
        UniqueId damaged = UniqueId.of(ByteBuffer.allocate(UniqueId.BYTES).array());
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> alone.commInitRank(1, damaged, 0), "getUniqueId");
        Communicator single = alone.commInitRank(1, id, 0);
        single.barrier(null);
    }

    @Test
    void shouldSayWhenNothingCarriesARendezvous() {
        try (LibraryRig rig = LibraryRig.withThreads()) {
            UniqueId id = rig.kernel.getUniqueId();
            assertRefused(
                    ResultCode.NOT_SUPPORTED, () -> rig.kernel.commInitRank(2, id, 0), "find each other", "memory");
        }
    }
}
