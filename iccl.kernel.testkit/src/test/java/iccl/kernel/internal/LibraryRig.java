package iccl.kernel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.bootstrap.Library;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.port.Backend;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.MemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/** A library without OSGi over checked memory; whoever closes it learns what it left behind. */
public final class LibraryRig implements AutoCloseable {
    /** Longer than anything here takes, on a busy machine too. */
    private static final long PATIENCE_S = 30;

    public final CheckedMemory memory = new CheckedMemory();
    public final Library kernel;
    private final Map<String, String> properties = new ConcurrentHashMap<>();
    private final Map<String, String> environment = new ConcurrentHashMap<>();

    /**
     * @param settings properties and environment variables, as {@code name=value}
     */
    public LibraryRig(String... settings) {
        for (String setting : settings) {
            String[] pair = setting.split("=", 2);
            (pair[0].startsWith("iccl.") ? properties : environment).put(pair[0], pair[1]);
        }
        kernel = new Library(new Configuration(properties::get, environment::get), "1.2.3");
        kernel.putHost(memory);
        kernel.put(memory, Map.of());
    }

    /** A library with a backend for threads. */
    public static LibraryRig withThreads(String... settings) {
        LibraryRig rig = new LibraryRig(settings);
        rig.addBackend("memory", 0);
        return rig;
    }

    public Backend addBackend(String name, int ranking) {
        Backend backend = new MemoryBackend(name, memory);
        kernel.put(backend, Map.of("service.ranking", ranking));
        return backend;
    }

    /** A backend for threads that takes addresses of that platform's devices. */
    public Backend addBackendFor(String platform) {
        Backend backend = new MemoryBackend("direct", memory, platform);
        kernel.put(backend, Map.of("service.ranking", 10));
        return backend;
    }

    /** A buffer of ints. */
    public Buffer ints(int... values) {
        Buffer buffer = kernel.memAlloc(values.length * 4L);
        for (int index = 0; index < values.length; index++) {
            buffer.asByteBuffer().putInt(index * 4, values[index]);
        }
        return buffer;
    }

    /** The ints in a buffer. */
    public static List<Integer> intsOf(Buffer buffer) {
        List<Integer> values = new ArrayList<>();
        for (int index = 0; index < buffer.bytes() / 4; index++) {
            values.add(buffer.asByteBuffer().getInt(index * 4));
        }
        return values;
    }

    /** What one rank does. */
    @FunctionalInterface
    public interface RankAction<T> {
        void run(T communicator) throws Exception;
    }

    /** Runs an action for each in a thread of its own; the first failure of each, or null, in order. */
    public static <T> List<@Nullable Throwable> outcomes(List<T> each, RankAction<T> action) {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (T one : each) {
                running.add(threads.submit(() -> {
                    action.run(one);
                    return null;
                }));
            }
            List<@Nullable Throwable> outcomes = new ArrayList<>();
            for (Future<?> future : running) {
                outcomes.add(outcome(future));
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    private static @Nullable Throwable outcome(Future<?> future) {
        try {
            future.get(PATIENCE_S, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (TimeoutException e) {
            return new AssertionError("a rank did not end within " + PATIENCE_S + " s", e);
        } catch (InterruptedException e) {
            return new AssertionError("interrupted", e);
        }
    }

    /** As {@link #outcomes}, but none may fail. */
    public static <T> void onEach(List<T> each, RankAction<T> action) {
        for (@Nullable Throwable failure : outcomes(each, action)) {
            if (failure != null) {
                throw new AssertionError("a rank failed: " + failure, failure);
            }
        }
    }

    /** Asserts that a call is refused with that code and that all these texts are in the message. */
    public static IcclException assertRefused(ResultCode code, Executable call, String... texts) {
        return assertFailure(code, assertThrows(IcclException.class, call), texts);
    }

    public static IcclException assertFailure(ResultCode code, @Nullable Throwable thrown, String... texts) {
        IcclException failure = assertInstanceOf(IcclException.class, thrown);
        assertEquals(code, failure.code(), failure::describe);
        for (String text : texts) {
            assertTrue(failure.describe().contains(text), () -> "no '" + text + "' in: " + failure.describe());
        }
        return failure;
    }

    @Override
    public void close() {
        kernel.close();
        memory.assertNothingLeaked();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertTrue(!thread.getName().startsWith("iccl-stream"), () -> "still alive: " + thread);
        }
    }
}
