import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.Program;
import iccl.api.ReductionOp;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * A rank that swaps the bundle which carries its world, while the world works, and while communicators of its own work beside
 * it. MPI itself stays: it can be started once in a process. Arguments: NAME JAR
 */
public class BackendLife implements Program {
    private static final long PATIENCE_MILLIS = 20_000;
    /** One second is promised; a busy machine takes longer. */
    private static final long SOON_ON_A_BUSY_MACHINE_MILLIS = 5000;

    private enum Change {
        STOP,
        UPDATE,
        REFRESH,
        UNINSTALL
    }

    private final BundleContext context = FrameworkUtil.getBundle(BackendLife.class).getBundleContext();
    private final List<WeakReference<ClassLoader>> oldLoaders = new ArrayList<>();
    private Iccl iccl;
    private String name;
    private Path jar;

    @Override
    public int run(Iccl library, List<String> args) throws Exception {
        iccl = library;
        name = args.get(0);
        jar = Path.of(args.get(1));
        int rank = iccl.world().rank();
        AtomicLong rounds = new AtomicLong();
        AtomicBoolean isOver = new AtomicBoolean();
        List<Communicator> others = iccl.commInitAll(2);
        require(others.get(0).backend().equals("local"), "the others are over " + others.get(0).backend());
        List<Thread> beside = others.stream().map(each -> worker(each, isOver, rounds)).toList();
        worldWorks();
        for (Change change : Change.values()) {
            swap(change);
            worldWorks();
            long now = rounds.get();
            await("others go on", () -> rounds.get() > now + 10);
        }
        isOver.set(true);
        for (Thread thread : beside) {
            thread.join(PATIENCE_MILLIS);
            require(!thread.isAlive(), "the others do not end");
        }
        others.forEach(Communicator::close);
        await("old class loaders collected", () -> {
            System.gc();
            return oldLoaders.stream().allMatch(loader -> loader.get() == null);
        });
        worldWorks();
        System.out.println("rank " + rank + " swapped " + name + " PASSED");
        return 0;
    }

    private Thread worker(Communicator each, AtomicBoolean isOver, AtomicLong rounds) {
        Thread thread = new Thread(() -> {
            Buffer buffer = iccl.memAlloc(8);
            int votes = 0;
            while (votes == 0) {
                buffer.asByteBuffer().putInt(0, 5).putInt(4, isOver.get() ? 1 : 0);
                each.allReduce(buffer, buffer, 2, Datatype.INT32, ReductionOp.SUM, null);
                require(buffer.asByteBuffer().getInt(0) == 10, "wrong sum");
                votes = buffer.asByteBuffer().getInt(4);
                rounds.incrementAndGet();
            }
            iccl.memFree(buffer);
        });
        thread.setUncaughtExceptionHandler((where, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(3);
        });
        thread.start();
        return thread;
    }

    private void worldWorks() {
        Communicator world = iccl.world();
        require(world.backend().equals(name), "the world is over " + world.backend());
        sum(world);
        world.barrier(null);
    }

    private void sum(Communicator world) {
        Buffer buffer = iccl.memAlloc(4);
        try {
            buffer.asByteBuffer().putInt(0, world.rank() + 1);
            world.allReduce(buffer, buffer, 1, Datatype.INT32, ReductionOp.SUM, null);
            int size = world.size();
            require(buffer.asByteBuffer().getInt(0) == size * (size + 1) / 2, "wrong sum in the world");
        } finally {
            iccl.memFree(buffer);
        }
    }

    /** Traffic of the world fails soon and says why. */
    private void swap(Change change) throws Exception {
        Communicator world = iccl.world();
        CountDownLatch failed = new CountDownLatch(1);
        String[] why = new String[1];
        long[] end = new long[1];
        AtomicLong rounds = new AtomicLong();
        Thread traffic = new Thread(() -> {
            try {
                while (true) {
                    sum(world);
                    rounds.incrementAndGet();
                }
            } catch (IcclException e) {
                end[0] = System.nanoTime();
                why[0] = e.describe();
                failed.countDown();
            }
        });
        traffic.start();
        await("traffic", () -> rounds.get() > 3);
        Bundle bundle = bundle();
        if (change != Change.STOP) {
            oldLoaders.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
        }
        long begin = System.nanoTime();
        make(change, bundle);
        require(failed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS), change + ": the world did not fail");
        long millis = (end[0] - begin) / 1_000_000;
        require(why[0].matches("(?s).*(backend " + name + " was stopped or updated|rank \\d).*"), change + ": " + why[0]);
        System.err.println(change + " failed after " + millis + " ms: " + why[0]);
        require(millis <= SOON_ON_A_BUSY_MACHINE_MILLIS, change + ": the world failed only after " + millis + " ms");
        world.close();
    }

    private void make(Change change, Bundle bundle) throws Exception {
        switch (change) {
            case STOP -> {
                bundle.stop();
                bundle.start();
            }
            case UPDATE -> {
                try (InputStream content = Files.newInputStream(jar)) {
                    bundle.update(content);
                }
            }
            case REFRESH -> refresh(bundle);
            case UNINSTALL -> {
                bundle.uninstall();
                refresh(bundle);
                context.installBundle(jar.toUri().toString()).start();
            }
        }
    }

    private void refresh(Bundle bundle) {
        AtomicBoolean isDone = new AtomicBoolean();
        context.getBundle(0).adapt(FrameworkWiring.class).refreshBundles(List.of(bundle), event -> isDone.set(true));
        await("refreshed", isDone::get);
    }

    private Bundle bundle() {
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getSymbolicName().equals("iccl.backend." + name)) {
                return bundle;
            }
        }
        throw new AssertionError("no bundle iccl.backend." + name);
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!condition.getAsBoolean()) {
            require(System.currentTimeMillis() < deadline, what + ": not in time");
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
