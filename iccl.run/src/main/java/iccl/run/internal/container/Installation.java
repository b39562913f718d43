package iccl.run.internal.container;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * The files of ICCL on this machine; docs/architecture.md says what lies where.
 *
 * @param home absolute
 */
public record Installation(Path home) {
    /** The installation that {@code ICCL_HOME} names, else the one that this class was loaded from. */
    public static Installation find() {
        String named = System.getenv("ICCL_HOME");
        if (named != null && !named.isEmpty()) {
            return check(Path.of(named), "ICCL_HOME");
        }
        CodeSource source = Installation.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            throw missing("the launcher's class path has no location; set ICCL_HOME to an installation");
        }
        try {
            Path jar = Path.of(source.getLocation().toURI());
            Path lib = jar.getParent();
            if (lib == null || lib.getParent() == null) {
                throw missing(jar + " is not inside an installation; set ICCL_HOME to one");
            }
            return check(lib.getParent(), "the class path entry " + jar);
        } catch (URISyntaxException e) {
            throw missing("the launcher's class path location is not a file; set ICCL_HOME to an installation");
        }
    }

    private static Installation check(Path home, String origin) {
        Installation found = new Installation(home.toAbsolutePath().normalize());
        if (!Files.isDirectory(found.bundles()) || !Files.isDirectory(found.lib())) {
            throw missing(found.home + " (from " + origin + ") is no ICCL installation: it has no lib and bundles. "
                    + "Set ICCL_HOME to one");
        }
        return found;
    }

    private static IcclException missing(String what) {
        return new IcclException(ResultCode.NOT_SUPPORTED, what);
    }

    public Path lib() {
        return home.resolve("lib");
    }

    public Path bundles() {
        return home.resolve("bundles");
    }

    public Path libexec() {
        return home.resolve("libexec");
    }

    /** What people read and copy. */
    public Path share() {
        return home.resolve("share");
    }

    public Path library(String name) {
        return lib().resolve(name + ".jar");
    }
}
