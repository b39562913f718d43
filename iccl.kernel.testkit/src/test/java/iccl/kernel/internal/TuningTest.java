package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.outcomes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.internal.bootstrap.Library;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.MemoryBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that go by a tuning table, each with a library of its own as in a process of its own. */
@Timeout(60)
class TuningTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private final CheckedMemory memory = new CheckedMemory();
    private final List<Library> processes = new ArrayList<>();

    /** A rank for each table; null for none. */
    private void launch(@Nullable String... tables) {
        List<Endpoint> endpoints = new MemoryBackend("launched", memory).openThreads(tables.length);
        for (int rank = 0; rank < tables.length; rank++) {
            String table = tables[rank];
            Library library = new Library(
                    new Configuration(name -> null, name -> name.equals("ICCL_TUNING") ? table : null), "1");
            library.putHost(memory);
            library.put(new LaunchedBackend(endpoints.get(rank)), Map.of());
            processes.add(library);
        }
    }

    private String table(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @AfterEach
    void close() {
        processes.forEach(Library::close);
        memory.assertNothingLeaked();
    }

    private static String explained(Library process) {
        return process.world().explain(Operation.ALL_REDUCE, 4, Datatype.INT8, ReductionOp.SUM);
    }

    @Test
    void shouldGoByTheTableOnEveryRank() throws IOException {
        // Ranks on several machines have files of the same content in places of their own.
        String text = "AllReduce 2 1 0 - ring\nAllReduce 2 2 0 - ring\nAllGather 2 1 0 - ring\n";
        launch(table("one", text), table("two", text));
        List<@Nullable Throwable> failures = outcomes(processes, process -> {
            assertTrue(explained(process).contains("algorithm ring: the tuning table ("), explained(process));
            process.world().barrier(null);
        });
        assertTrue(failures.stream().allMatch(failure -> failure == null), failures::toString);
    }

    @Test
    void shouldRefuseTablesThatDiffer() throws IOException {
        launch(table("one", "AllGather 2 1 0 - ring\n"), table("two", "AllGather 2 1 0 - bruck\n"));
        for (@Nullable Throwable failure : outcomes(processes, Library::world)) {
            assertFailure(ResultCode.INVALID_USAGE, failure, "rank 0 and rank 1 are not the same", "the same file");
        }
    }

    @Test
    void shouldRefuseATableThatOneRankLacks() throws IOException {
        launch(null, table("one", "AllGather 2 1 0 - ring\n"));
        for (@Nullable Throwable failure : outcomes(processes, Library::world)) {
            assertFailure(ResultCode.INVALID_USAGE, failure, "one of them has none");
        }
    }

    @Test
    void shouldKeepTheTableThatACommunicatorWasMadeWith() throws IOException {
        String file = table("one", "AllReduce 1 1 0 - ring\n");
        launch(file);
        String before = explained(processes.get(0));
        Files.writeString(Path.of(file), "AllReduce 1 1 0 - direct\n");
        assertTrue(before.contains("algorithm ring: "), before);
        assertEquals(before, explained(processes.get(0)));
    }
}
