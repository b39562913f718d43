package iccl.run.internal.container;

import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.run.internal.container.BundleSelection.Purpose;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The one container of this process: of a rank, or of a plain program that called {@link Iccl#get}. */
public final class ProcessContainer {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    /** How long an exit may wait for the bundles to stop when nobody knows whether it is a failure. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(3);

    private static @Nullable ProcessContainer instance;
    private static volatile BooleanSupplier isAbandoned = () -> false;

    private final Container container;
    private final Iccl iccl;

    private ProcessContainer(Container container, Iccl iccl) {
        this.container = container;
        this.iccl = iccl;
    }

    /** Boots it at the first call. */
    public static synchronized ProcessContainer get() {
        ProcessContainer present = instance;
        if (present == null) {
            present = bootAside();
            instance = present;
        }
        return present;
    }

    /** A daemon's threads are daemons: those of the container do not keep a plain program from ending. */
    private static ProcessContainer bootAside() {
        FutureTask<ProcessContainer> booting = new FutureTask<>(ProcessContainer::boot);
        Thread aside = new Thread(booting, "iccl-boot");
        aside.setDaemon(true);
        aside.start();
        try {
            return booting.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IcclException known) {
                throw known;
            }
            throw new IcclException(ResultCode.INTERNAL_ERROR, "the container does not start: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IcclException(ResultCode.SYSTEM_ERROR, "interrupted while the container starts", e);
        }
    }

    private static ProcessContainer boot() {
        BundleSelection selection = new BundleSelection(Installation.find());
        Container container = Container.create(storage(), false);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAtExit(container), "iccl-exit"));
        container.start(selection.select(
                Purpose.RANK, environment("ICCL_LAUNCHER", "none"), environment("ICCL_PLATFORM", "auto")));
        return new ProcessContainer(container, container.await(Iccl.class, "", START_LIMIT));
    }

    /** A rank's job cleans up after it, even when it is killed. */
    private static Path storage() {
        Path job = Path.of(environment("ICCL_JOB_DIR", ""));
        return job.isAbsolute() && Files.isDirectory(job) ? job : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static String environment(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    public Container container() {
        return container;
    }

    public Iccl iccl() {
        return iccl;
    }

    /** Stops the bundles; under MPI this may wait until the other ranks come to their end too. */
    public static void close() {
        ProcessContainer present;
        synchronized (ProcessContainer.class) {
            present = instance;
        }
        if (present != null) {
            present.container.close();
        }
    }

    /** From now on an exit leaves the bundles as they are. */
    public static void abandon() {
        isAbandoned = () -> true;
    }

    /** Lets an exit leave the bundles as they are when {@code condition} holds by then. */
    public static void abandonWhen(BooleanSupplier condition) {
        isAbandoned = condition;
    }

    /** An exit must not hang: closing MPI waits for ranks that may never come. */
    private static void closeAtExit(Container container) {
        if (isAbandoned.getAsBoolean()) {
            return;
        }
        Thread closer = new Thread(container::close, "iccl-close");
        closer.setDaemon(true);
        closer.start();
        try {
            closer.join(STOP_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
