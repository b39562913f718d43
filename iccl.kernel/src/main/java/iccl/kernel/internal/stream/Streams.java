package iccl.kernel.internal.stream;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.Stream;
import iccl.kernel.internal.progress.Backoff;
import iccl.kernel.internal.progress.Waiter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of one library.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Set<WorkerStream> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger made = new AtomicInteger();

    /** A stream whose thread runs. */
    public Stream create() {
        // A stream's thread never spins: what it runs is not awaited right now.
        Waiter waiter = new Waiter(new Backoff(true, false));
        WorkerStream stream = new WorkerStream("iccl-stream-" + made.incrementAndGet(), waiter, open::remove);
        open.add(stream);
        return stream.start();
    }

    /**
     * The stream behind a program's argument; null for null.
     *
     * @throws IcclException {@code INVALID_ARGUMENT} when it is not of this library, {@code INVALID_USAGE} when closed
     */
    public static @Nullable WorkerStream of(@Nullable Stream stream) {
        if (stream == null) {
            return null;
        }
        if (!(stream instanceof WorkerStream worker)) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, "stream: " + stream + " was not made by createStream of this library");
        }
        worker.ensureOpen();
        return worker;
    }

    /** Ends all streams; the communicators must have failed or closed before. */
    public void shutDown() {
        for (WorkerStream stream : open) {
            if (!stream.shutDown(PATIENCE_NS)) {
                LOG.error("A stream's thread did not end within 5 s: {}", stream);
            }
        }
        open.clear();
    }
}
