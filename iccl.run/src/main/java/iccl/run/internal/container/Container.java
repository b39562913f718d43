package iccl.run.internal.container;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** An OSGi framework inside this process. What the class path holds too (API, logging) is shared with the bundles. */
public final class Container implements AutoCloseable {
    private final Framework framework;
    private final Storage storage;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private Container(Framework framework, Storage storage) {
        this.framework = framework;
        this.storage = storage;
    }

    /**
     * A framework that has not been started.
     *
     * @param parent its files are kept in a directory there until it is closed
     * @param ownsUrls whether {@code bundle:} URLs work everywhere in the process, which Gogo's shell needs for its scripts
     */
    public static Container create(Path parent, boolean ownsUrls) {
        FrameworkFactory factory = ServiceLoader.load(FrameworkFactory.class, Container.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IcclException(
                        ResultCode.NOT_SUPPORTED,
                        "no OSGi framework on the class path; add all of the installation's lib/*.jar"));
        Storage storage = Storage.create(parent);
        return new Container(factory.newFramework(configuration(storage.directory(), ownsUrls)), storage);
    }

    /**
     * Starts the framework, and in it the bundles.
     *
     * @throws IcclException naming the bundle that does not start, and why; everything is closed then
     */
    public Container start(List<Path> bundles) {
        try {
            framework.start();
            List<Bundle> installed = new ArrayList<>();
            for (Path bundle : bundles) {
                installed.add(install(bundle));
            }
            installed.forEach(this::start);
            return this;
        } catch (BundleException e) {
            close();
            throw new IcclException(ResultCode.SYSTEM_ERROR, "the OSGi framework does not start: " + reason(e), e);
        } catch (IcclException e) {
            close();
            throw e;
        }
    }

    private static IcclException stopped() {
        return new IcclException(ResultCode.SYSTEM_ERROR, "the container has been stopped");
    }

    private static Map<String, String> configuration(Path storage, boolean ownsUrls) {
        Map<String, String> configuration = new LinkedHashMap<>();
        configuration.put(Constants.FRAMEWORK_STORAGE, storage.toString());
        configuration.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        configuration.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, systemPackages());
        // The process belongs to the program: leave its URL handling alone.
        configuration.put("felix.service.urlhandlers", Boolean.toString(ownsUrls));
        configuration.put("felix.cache.locking", "false");
        configuration.put("felix.log.level", "1");
        configuration.put("ds.loglevel", "1");
        configuration.put("ds.showtrace", "false");
        configuration.put("ds.showerrors", "true");
        return configuration;
    }

    private static String systemPackages() {
        List<String> packages = new ArrayList<>(sharedPackages());
        if (Container.class.getClassLoader().getResource("mpi/MPI.class") != null) {
            packages.add("mpi;version=\"1.0.0\"");
        }
        return String.join(",", packages);
    }

    /** What the class path of every rank gives to the bundles, as {@code Export-Package} has it. */
    public static List<String> sharedPackages() {
        return List.of(
                "iccl.api;version=\"1.0.0\"",
                "org.slf4j;version=\"1.7.36\"",
                "org.slf4j.event;version=\"1.7.36\"",
                "org.slf4j.helpers;version=\"1.7.36\"",
                "org.slf4j.spi;version=\"1.7.36\"",
                "picocli;version=\"4.7.6\"");
    }

    /** Installs a bundle by reference: nothing is copied. */
    public Bundle install(Path file) {
        try {
            return context().installBundle("reference:" + file.toUri());
        } catch (BundleException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, file + " is no usable bundle: " + reason(e), e);
        }
    }

    /** Starts a bundle; a fragment needs no starting. */
    public void start(Bundle bundle) {
        if (bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null) {
            return;
        }
        try {
            bundle.start();
        } catch (BundleException e) {
            throw new IcclException(
                    ResultCode.SYSTEM_ERROR, "bundle " + bundle.getSymbolicName() + " does not start: " + reason(e), e);
        }
    }

    private static String reason(BundleException failure) {
        Throwable cause = failure.getCause();
        return failure.getMessage() + (cause == null ? "" : ": " + cause);
    }

    public BundleContext context() {
        BundleContext context = framework.getBundleContext();
        if (context == null) {
            throw stopped();
        }
        return context;
    }

    /**
     * A service, as soon as there is one.
     *
     * @param filter an OSGi filter beside the class, or empty
     * @throws IcclException {@code TIMEOUT}, with what the probes say, when none comes within {@code limit}
     */
    public <S> S await(Class<S> type, String filter, Duration limit) {
        ServiceTracker<S, S> tracker = new ServiceTracker<>(context(), filterFor(type, filter), null);
        // All services: the framework cannot judge which of them the class path may use.
        tracker.open(true);
        try {
            S service = tracker.waitForService(limit.toMillis());
            if (service == null) {
                throw new IcclException(
                        ResultCode.TIMEOUT,
                        type.getName() + filter + " did not appear within " + limit.toSeconds() + " s. "
                                + Probes.summary(context()));
            }
            return service;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IcclException(ResultCode.SYSTEM_ERROR, "interrupted while waiting for " + type.getName(), e);
        }
        // The tracker stays open: it holds the service for as long as the container runs.
    }

    private static org.osgi.framework.Filter filterFor(Class<?> type, String filter) {
        try {
            return FrameworkUtil.createFilter("(&(objectClass=" + type.getName() + ")" + filter + ")");
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(filter, e);
        }
    }

    /** Waits until somebody stops the framework. */
    public void awaitStop() throws InterruptedException {
        framework.waitForStop(0);
    }

    /** Stops everything and removes the framework's files. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        try {
            framework.stop();
            framework.waitForStop(0);
        } catch (BundleException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "the OSGi framework does not stop: " + reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            storage.remove();
        }
    }

    /** Where the framework keeps its state. */
    private record Storage(Path directory) {
        static Storage create(Path parent) {
            try {
                return new Storage(Files.createTempDirectory(parent, "iccl-felix-"));
            } catch (IOException e) {
                throw new IcclException(
                        ResultCode.SYSTEM_ERROR, "no directory for the OSGi framework's files: " + e, e);
            }
        }

        void remove() {
            Directories.remove(directory);
        }
    }
}
