package iccl.run.internal.install;

import iccl.run.internal.container.Directories;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lays an installation out under a prefix, such as {@code /usr/local}: all of it in {@code lib/iccl}, and links where
 * shells, compilers and build tools look.
 */
public final class Prefix {
    private static final String PLACE = "lib/iccl";
    private static final String MARK = "lib/iccl.run.jar";

    /** Each link, and what it leads to, both from the prefix. */
    private static final Map<String, String> LINKS = new LinkedHashMap<>();

    static {
        LINKS.put("bin/icclrun", PLACE + "/bin/icclrun");
        LINKS.put("include/infiniccl", PLACE + "/include/infiniccl");
        LINKS.put("lib/libinfiniccl.so", PLACE + "/lib/libinfiniccl.so");
        LINKS.put("lib/pkgconfig/infiniccl.pc", PLACE + "/lib/pkgconfig/infiniccl.pc");
        LINKS.put("lib/cmake/InfiniCCL", PLACE + "/lib/cmake/InfiniCCL");
    }

    private final Path root;

    /** @param root absolute; need not exist */
    public Prefix(Path root) {
        this.root = root.normalize();
    }

    /**
     * Puts the installation there, in place of one that an earlier call put there.
     *
     * @throws UserMistake when something else is in the way; nothing has been changed then
     */
    public void take(Installation installation) throws IOException {
        Path place = root.resolve(PLACE);
        check(installation, place);
        Path libraries = Files.createDirectories(root.resolve("lib"));
        Path fresh = Files.createTempDirectory(libraries, "iccl-new-");
        try {
            copy(installation.home(), fresh);
            Directories.remove(place);
            Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Directories.remove(fresh);
        }
        for (Map.Entry<String, String> link : LINKS.entrySet()) {
            link(root.resolve(link.getKey()), root.resolve(link.getValue()));
        }
    }

    private void check(Installation installation, Path place) throws IOException {
        Path home = installation.home().toRealPath();
        if (Files.exists(place) && place.toRealPath().equals(home)) {
            throw new UserMistake(root + " holds this very installation already", "give another --prefix");
        }
        if (root.startsWith(home)) {
            throw new UserMistake(root + " is inside the installation at " + home, "give another --prefix");
        }
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS) && !Files.exists(place.resolve(MARK))) {
            throw inTheWay(place);
        }
        for (Map.Entry<String, String> link : LINKS.entrySet()) {
            Path file = root.resolve(link.getKey());
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isOurs(file, root.resolve(link.getValue()))) {
                throw inTheWay(file);
            }
        }
    }

    private static boolean isOurs(Path link, Path target) throws IOException {
        return Files.isSymbolicLink(link)
                && link.resolveSibling(Files.readSymbolicLink(link)).normalize().equals(target);
    }

    private static UserMistake inTheWay(Path file) {
        return new UserMistake(file + " is there already, and not of ICCL", "move it away, or give another --prefix");
    }

    private static void link(Path link, Path target) throws IOException {
        Path folder = link.resolveSibling(".").normalize();
        Files.createDirectories(folder);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, folder.relativize(target));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(folder));
                Files.createDirectories(copy);
                // A temporary directory is its owner's alone, an installation everybody's.
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
