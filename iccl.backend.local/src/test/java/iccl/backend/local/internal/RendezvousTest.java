package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ContractRank;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that meet under an id, through files, though they are threads here. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RendezvousTest {
    private static final long LONG_ENOUGH = TimeUnit.SECONDS.toNanos(30);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(200);

    private final CheckedMemory memory = new CheckedMemory();
    private final UniqueId id = newId();
    private Path shared;
    private LocalBackend backend;

    @BeforeEach
    void setUp(@TempDir Path shared) {
        this.shared = shared;
        this.backend = TestHosts.backend(memory, Map.of("ICCL_SHM_DIR", shared.toString()));
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        memory.assertNothingLeaked();
        assertEquals(List.of(), found());
    }

    private static UniqueId newId() {
        byte[] bytes = new byte[UniqueId.BYTES];
        new SecureRandom().nextBytes(bytes);
        return UniqueId.of(bytes);
    }

    /** What lies in the folder now; ranks may make and remove files meanwhile. */
    private List<Path> found() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(shared, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.equals(shared) ? FileVisitResult.CONTINUE : visitFile(folder, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure == null || failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return found;
    }

    private CompletableFuture<Endpoint> join(int rank, int size, long patience) {
        return CompletableFuture.supplyAsync(
                () -> backend.openRendezvous(id, rank, size, patience),
                command -> new Thread(command, "rank-" + rank).start());
    }

    private static IcclException failure(CompletableFuture<Endpoint> joining) {
        ExecutionException failure = assertThrows(ExecutionException.class, joining::get);
        return assertInstanceOf(IcclException.class, failure.getCause());
    }

    private static void assertMessage(IcclException failure, ResultCode code, String... parts) {
        assertEquals(code, failure.code(), failure.describe());
        for (String part : parts) {
            assertTrue(failure.describe().contains(part), part + " in: " + failure.describe());
        }
    }

    @Test
    void shouldConnectAllThatNameTheSameId() throws Exception {
        List<CompletableFuture<Endpoint>> joining = new ArrayList<>();
        for (int rank = 0; rank < 5; rank++) {
            joining.add(join(rank, 5, LONG_ENOUGH));
        }
        List<ContractRank> ranks = new ArrayList<>();
        for (CompletableFuture<Endpoint> one : joining) {
            ranks.add(new ContractRank(one.get(), memory));
        }
        assertEquals(List.of(), found(), "names are gone as soon as all have come");
        ContractRank first = ranks.get(0);
        first.send(4, 1, first.filled(100, 3), 100);
        ContractRank last = ranks.get(4);
        long in = last.allocate(100);
        last.recv(0, 1, in, 100);
        last.verify("message", in, 100, 3);
        ranks.forEach(ContractRank::close);
    }

    @Test
    void shouldNameTheRanksThatDidNotCome() {
        CompletableFuture<Endpoint> one = join(1, 4, SHORT);
        CompletableFuture<Endpoint> three = join(3, 4, LONG_ENOUGH);
        assertMessage(failure(one), ResultCode.TIMEOUT, "2 of 4 ranks", "missing: rank 0, 2", "200 ms");
        assertMessage(failure(three), ResultCode.REMOTE_ERROR, "rank 1 left");
    }

    @Test
    void shouldBeSeenByThisUserOnly() throws IOException {
        CompletableFuture<Endpoint> waiting = join(0, 2, TimeUnit.SECONDS.toNanos(1));
        long deadline = System.nanoTime() + LONG_ENOUGH;
        while (found().size() < 2) {
            assertTrue(System.nanoTime() < deadline);
        }
        for (Path path : found()) {
            String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
            assertEquals(Files.isDirectory(path) ? "rwx------" : "rw-------", mode, path.toString());
        }
        assertMessage(failure(waiting), ResultCode.TIMEOUT, "missing: rank 1");
    }

    @Test
    void shouldRefuseWhatIsNotOfThisUserAlone() throws IOException {
        Path directory = shared.resolve(PartNames.named(id.toBytes()));
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        assertMessage(failure(join(0, 2, SHORT)), ResultCode.SYSTEM_ERROR, "no private directory");
        Files.delete(directory);
    }

    @Test
    void shouldRefuseARankThatComesTwice() {
        CompletableFuture<Endpoint> first = join(0, 2, TimeUnit.SECONDS.toNanos(1));
        CompletableFuture<Endpoint> second = join(0, 2, TimeUnit.SECONDS.toNanos(1));
        IcclException one = failure(first);
        IcclException two = failure(second);
        IcclException refused = one.code() == ResultCode.INVALID_USAGE ? one : two;
        assertMessage(
                refused,
                ResultCode.INVALID_USAGE,
                "rank 0",
                Long.toString(ProcessHandle.current().pid()));
        assertEquals(ResultCode.TIMEOUT, (refused == one ? two : one).code());
    }

    @Test
    void shouldRefuseAnotherSize() throws IOException {
        CompletableFuture<Endpoint> first = join(0, 2, TimeUnit.SECONDS.toNanos(1));
        long deadline = System.nanoTime() + LONG_ENOUGH;
        while (found().stream().noneMatch(path -> path.endsWith(FileSegments.FILE))) {
            assertTrue(System.nanoTime() < deadline);
        }
        assertMessage(failure(join(1, 3, SHORT)), ResultCode.INVALID_ARGUMENT, "3 ranks", "said 2");
        assertMessage(failure(first), ResultCode.TIMEOUT, "missing: rank 1");
    }

    @Test
    void shouldRefuseARankOutsideTheGroup() {
        assertMessage(failure(join(2, 2, SHORT)), ResultCode.INVALID_ARGUMENT, "rank 2");
    }

    @Test
    void shouldStopWaitingWhenTheBackendStops() throws IOException {
        CompletableFuture<Endpoint> waiting = join(0, 2, LONG_ENOUGH);
        long deadline = System.nanoTime() + LONG_ENOUGH;
        while (found().size() < 2) {
            assertTrue(System.nanoTime() < deadline);
        }
        backend.closeAll();
        assertMessage(failure(waiting), ResultCode.INVALID_USAGE, "stopped");
    }

    @Test
    void shouldEndThePartWhenAMemberIsGone() throws Exception {
        CompletableFuture<Endpoint> other = join(1, 2, LONG_ENOUGH);
        Endpoint first = backend.openRendezvous(id, 0, 2, LONG_ENOUGH);
        other.get().close();
        IcclException failure = assertThrows(IcclException.class, () -> first.subgroup(new int[] {0, 1}, 3));
        assertMessage(failure, ResultCode.REMOTE_ERROR, "rank 1 closed");
        assertThrows(IcclException.class, () -> first.subgroup(new int[] {1}, 3));
        assertThrows(IcclException.class, () -> first.subgroup(new int[] {0, 0}, 3));
        assertThrows(IcclException.class, () -> first.subgroup(new int[] {0, 2}, 3));
        first.close();
    }
}
