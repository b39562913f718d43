package iccl.itest.container;

import static iccl.itest.container.Services.bundle;
import static iccl.itest.container.Services.context;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * All that can happen to a bundle while the container runs, under traffic on it and beside it. What stands on the bundle
 * fails soon and says why, nobody else notices, all is there again when the bundle is, and nothing of the old one stays.
 */
final class BundleLife {
    private static final long SOON_MILLIS = 1000;
    private static final long PATIENCE_MILLIS = 20_000;
    /** So much that the system gets it back when it is freed. */
    private static final long MUCH = 64L << 20;

    /** Those of pools come and go. */
    private static final int SPARE_THREADS = 2;

    /** In the order in which they are tried. */
    private enum Change {
        STOP,
        UPDATE,
        REFRESH,
        UNINSTALL
    }

    private final Offer offer;
    private final Iccl iccl;
    private final @Nullable Traffic others;
    private final List<WeakReference<ClassLoader>> oldLoaders = new ArrayList<>();
    private volatile @Nullable Throwable changeFailure;

    /** @param others who must not notice; null where everybody stands on the bundle */
    BundleLife(Offer offer, Iccl iccl, @Nullable Traffic others) {
        this.offer = offer;
        this.iccl = iccl;
        this.others = others;
    }

    /** The bundle is active before and after. */
    void live() throws Exception {
        works();
        Footprint before = Footprint.now();
        for (Change change : Change.values()) {
            pass(change);
            works();
        }
        leavesNothing(before);
    }

    private void works() {
        offer.awaitPresent();
        if (offer.isUsable()) {
            List<Communicator> ranks = offer.open(iccl);
            try (Traffic traffic = new Traffic(iccl, ranks, offer.space())) {
                traffic.awaitRounds(3);
            }
            ranks.forEach(Communicator::close);
        }
        othersGoOn();
    }

    private void othersGoOn() {
        if (others != null) {
            others.awaitRounds(3);
        }
        assertSame("the library's service was exchanged", iccl, Services.service(Iccl.class));
    }

    private void pass(Change change) throws Exception {
        if (change != Change.STOP) {
            oldLoaders.add(new WeakReference<>(
                    bundle(offer.bundle()).adapt(BundleWiring.class).getClassLoader()));
        }
        if (offer.isUsable()) {
            failsSoon(change);
        } else {
            make(change);
        }
    }

    /** What is under way, what waits for a peer that never comes, and what is asked for later. */
    private void failsSoon(Change change) throws Exception {
        List<Communicator> busy = offer.open(iccl);
        List<Communicator> waiting = offer.open(iccl);
        Buffer lost = iccl.memAlloc(MUCH, offer.space());
        assertTrue(lost + " is mapped", Footprint.isMapped(lost.address(), lost.bytes()));
        Traffic traffic = new Traffic(iccl, busy, offer.space());
        Traffic waits = new Traffic(iccl, waiting.subList(0, 1), offer.space());
        traffic.awaitRounds(3);
        long begin = System.nanoTime();
        Thread changing = new Thread(() -> makeInBackground(change), "changes-bundle");
        changing.start();
        List<Throwable> failures = new ArrayList<>(traffic.awaitFailures(PATIENCE_MILLIS));
        failures.addAll(waits.awaitFailures(PATIENCE_MILLIS));
        long millis = (System.nanoTime() - begin) / 1_000_000;
        Waiting.join(changing, PATIENCE_MILLIS);
        assertNull("the change itself failed", changeFailure);
        failures.forEach(this::assertIsClear);
        assertTrue(change + ": failed after " + millis + " ms", millis <= SOON_MILLIS);
        assertIsLost(busy.get(0), lost);
        givesBack(lost);
        busy.forEach(Communicator::close);
        waiting.forEach(Communicator::close);
    }

    private void makeInBackground(Change change) {
        try {
            make(change);
        } catch (BundleException | IOException | RuntimeException | Error e) {
            changeFailure = e;
        }
    }

    private void make(Change change) throws BundleException, IOException {
        Bundle bundle = bundle(offer.bundle());
        switch (change) {
            case STOP -> {
                bundle.stop();
                offer.awaitAbsent();
                bundle.start();
            }
            case UPDATE -> {
                try (InputStream content = Files.newInputStream(Installation.jar(offer.bundle()))) {
                    bundle.update(content);
                }
            }
            case REFRESH -> refresh(bundle);
            case UNINSTALL -> {
                String location = bundle.getLocation();
                bundle.uninstall();
                offer.awaitAbsent();
                refresh(bundle);
                context().installBundle(location).start();
            }
        }
    }

    private static void refresh(Bundle bundle) {
        FrameworkWiring framework = context().getBundle(0).adapt(FrameworkWiring.class);
        AtomicBoolean isDone = new AtomicBoolean();
        framework.refreshBundles(List.of(bundle), event -> isDone.set(true));
        Waiting.until("refreshed", PATIENCE_MILLIS, () -> isDone.get() ? Boolean.TRUE : null);
    }

    private void assertIsClear(Throwable thrown) {
        assertTrue(thrown.toString(), thrown instanceof IcclException);
        IcclException failure = (IcclException) thrown;
        assertTrue(
                failure.describe(),
                Set.of(ResultCode.INVALID_USAGE, ResultCode.REMOTE_ERROR, ResultCode.NOT_SUPPORTED)
                        .contains(failure.code()));
        assertTrue(failure.describe(), failure.describe().matches("(?s).*\\b(" + offer.reason() + ")\\b.*"));
    }

    /** What comes later fails as well, and memory of a platform that went is lost, not wrong. */
    private void assertIsLost(Communicator old, Buffer memory) {
        assertIsClear(assertThrows(IcclException.class, () -> old.barrier(null)));
        if (offer.losesMemory()) {
            Buffer other = iccl.memAlloc(memory.bytes());
            assertThrows(IcclException.class, () -> iccl.copy(other, memory));
            iccl.memFree(other);
        }
    }

    /** The system has it back; for a while another may get the same place. */
    private void givesBack(Buffer memory) {
        iccl.memFree(memory);
        assertThrows("given back twice", IcclException.class, () -> iccl.memFree(memory));
        Waiting.until(
                memory + " returned",
                PATIENCE_MILLIS,
                () -> Footprint.isMapped(memory.address(), memory.bytes()) ? null : Boolean.TRUE);
    }

    private void leavesNothing(Footprint before) {
        Waiting.until("old class loaders collected", PATIENCE_MILLIS, () -> {
            System.gc();
            return oldLoaders.stream().allMatch(loader -> loader.get() == null) ? Boolean.TRUE : null;
        });
        // Threads of the collector's and of the framework's let go of the rest.
        awaits("libraries", before.libraries().size(), () -> Footprint.now().libraries());
        awaits("open files", before.files().size(), () -> Footprint.now().files());
        awaits("threads", before.threads().size() + SPARE_THREADS, () -> Footprint.now()
                .threads());
        Set<String> own =
                Footprint.now().libraries().stream().filter(this::isOwn).collect(Collectors.toSet());
        assertEquals("libraries of its own " + own, offer.losesMemory(), own.size() == 1);
        assertTrue("the library was loaded anew", Collections.disjoint(own, before.libraries()));
    }

    private static void awaits(String what, int most, Supplier<Collection<String>> question) {
        Collection<String> last = question.get();
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (last.size() > most) {
            assertTrue(what + ": " + most + " before, now " + last, System.currentTimeMillis() < deadline);
            System.gc();
            Waiting.sleep(50);
            last = question.get();
        }
    }

    /** The framework keeps a bundle's files in a folder of its number. */
    private boolean isOwn(String file) {
        return file.contains("/bundle" + bundle(offer.bundle()).getBundleId() + "/");
    }
}
