package iccl.itest.container;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.cleanCaches;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.CoreOptions.url;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ops4j.pax.exam.Option;

/** The container under test holds the very bundles that the build put into the distribution. */
final class Installation {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Installation() {}

    static Option container() {
        List<Option> options = new ArrayList<>();
        options.add(cleanCaches());
        options.add(systemProperty("pax.exam.osgi.unresolved.fail").value("true"));
        // An embedder's container has these as bundles; in a rank the system bundle exports them.
        for (String library : List.of("iccl.api", "picocli", "slf4j-api", "slf4j-simple")) {
            options.add(bundle(home().resolve("lib/" + library + ".jar").toUri().toString()));
        }
        for (Path jar : jars(home().resolve("bundles"))) {
            options.add(bundle(jar.toUri().toString()));
        }
        options.add(bundle(only(ROOT.resolve("iccl.kernel.testkit/target"), "iccl.kernel.testkit-")
                .toUri()
                .toString()));
        options.add(url("link:classpath:META-INF/links/org.apache.servicemix.bundles.hamcrest.link"));
        options.add(url("link:classpath:META-INF/links/org.apache.servicemix.bundles.junit.link"));
        return composite(options.toArray(Option[]::new));
    }

    /** The make-believe runtimes of accelerators. */
    static Option simulation() {
        return bundle(only(ROOT.resolve("iccl.platform.simulation/target"), "iccl.platform.simulation-")
                .toUri()
                .toString());
    }

    /** The jar of one bundle, to update it from. */
    static Path jar(String bundle) {
        return home().resolve("bundles").resolve(bundle + ".jar");
    }

    private static Path home() {
        return only(ROOT.resolve("cnf/dist/target"), "iccl-");
    }

    private static Path only(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> !file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + prefix + "* in " + folder + "; run mvn package"));
        } catch (IOException e) {
            throw new AssertionError("cannot list " + folder + "; run mvn package", e);
        }
    }

    private static List<Path> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("cannot list " + folder + "; run mvn package", e);
        }
    }
}
