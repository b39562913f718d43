package iccl.itest.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** An application in a Felix that holds what the README says and nothing else. */
@Timeout(120)
class PlainFelixIT {
    private static final long PATIENCE_MILLIS = 20_000;
    /** Declarative Services and SLF4J, then ICCL. */
    private static final List<String> BUNDLES = List.of(
            "org.osgi.util.function",
            "org.osgi.util.promise",
            "org.osgi.service.component",
            "org.apache.felix.scr",
            "slf4j-api",
            "slf4j-simple",
            "iccl.api",
            "iccl.kernel",
            "iccl.platform.cpu",
            "iccl.backend.local");

    private static final Pattern WORKING =
            Pattern.compile("(?<means>\\d+) means over local on cpu, (?<restarts>\\d+) restarts");

    private Framework framework;

    @BeforeEach
    void start(@TempDir Path storage) throws BundleException {
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
        for (String name : BUNDLES) {
            install(Archive.jar(name));
        }
        install(Archive.application());
        for (Bundle bundle : context().getBundles()) {
            if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                bundle.start();
            }
        }
    }

    @AfterEach
    void stop() throws BundleException, InterruptedException {
        framework.stop();
        assertEquals(
                FrameworkEvent.STOPPED, framework.waitForStop(PATIENCE_MILLIS).getType());
    }

    @Test
    void shouldSurviveSwapsOfItsBackendAndPlatform() throws Exception {
        int restarts = awaitRestarts(0);
        ServiceReference<?> application = references()[0];
        Bundle local = bundle("iccl.backend.local");

        local.stop();
        await("waiting", status -> status.contains(" means waiting: "));
        local.start();
        restarts = awaitRestarts(restarts + 1);

        try (InputStream content = Files.newInputStream(Archive.jar("iccl.backend.local"))) {
            local.update(content);
        }
        restarts = awaitRestarts(restarts + 1);

        bundle("iccl.platform.cpu").stop();
        bundle("iccl.platform.cpu").start();
        restarts = awaitRestarts(restarts + 1);

        local.uninstall();
        await("waiting", status -> status.contains(" means waiting: "));
        install(Archive.jar("iccl.backend.local")).start();
        awaitRestarts(restarts + 1);
        assertEquals(application, references()[0], "the application's component was made once and kept");
    }

    /** Works again, after that many failures at least; returns how many there have been. */
    private int awaitRestarts(int least) {
        String first = await("at work after " + least + " restarts", status -> restarts(status) >= least);
        long means = means(first);
        await("more than " + means + " means", status -> means(status) > means + 10);
        return restarts(first);
    }

    private static int restarts(String status) {
        Matcher working = WORKING.matcher(status);
        return working.matches() ? Integer.parseInt(working.group("restarts")) : -1;
    }

    private static long means(String status) {
        Matcher working = WORKING.matcher(status);
        return working.matches() ? Long.parseLong(working.group("means")) : -1;
    }

    private interface Condition {
        boolean holds(String status);
    }

    private String await(String what, Condition condition) {
        String status = "no service";
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (System.currentTimeMillis() < deadline) {
            status = status();
            if (condition.holds(status)) {
                return status;
            }
            sleep();
        }
        return fail("not " + what + ", but: " + status);
    }

    private static void sleep() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** The application's classes are another loader's. */
    private String status() {
        try {
            ServiceReference<?>[] found = references();
            if (found.length == 0) {
                return "no service";
            }
            Object service = context().getService(found[0]);
            return (String) service.getClass().getMethod("status").invoke(service);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private ServiceReference<?>[] references() {
        try {
            ServiceReference<?>[] found = context().getAllServiceReferences(null, "(osgi.command.scope=mean)");
            return found == null ? new ServiceReference<?>[0] : found;
        } catch (InvalidSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private Bundle install(Path jar) throws BundleException {
        return context().installBundle(jar.toUri().toString());
    }

    private Bundle bundle(String name) {
        for (Bundle bundle : context().getBundles()) {
            if (name.equals(bundle.getSymbolicName())) {
                return bundle;
            }
        }
        throw new AssertionError("no bundle " + name);
    }

    private BundleContext context() {
        return framework.getBundleContext();
    }
}
