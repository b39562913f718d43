package iccl.itest.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this process holds.
 *
 * @param files that are open, each as often as it is
 * @param libraries that were unpacked from bundles and are mapped
 * @param threads by name
 */
record Footprint(List<String> files, Set<String> libraries, List<String> threads) {
    private static final Path MAPS = Path.of("/proc/self/maps");

    static Footprint now() {
        try {
            List<String> threads = Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .sorted()
                    .toList();
            return new Footprint(openFiles(), bundledLibraries(), threads);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> openFiles() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            for (Path link : links.toList()) {
                // The one that lists them is closed by now.
                if (Files.isSymbolicLink(link)) {
                    found.add(Files.readSymbolicLink(link).toString());
                }
            }
        }
        // What goes on in sockets and pipes is the test driver's business.
        found.removeIf(target -> !target.startsWith("/"));
        found.sort(null);
        return found;
    }

    private static Set<String> bundledLibraries() throws IOException {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.map(line -> line.replaceFirst("^(\\S+\\s+){5}", ""))
                    .filter(path -> path.matches(".*/bundle\\d+/version.*\\.so( .*)?"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Whether one mapping, of whatever rights, holds that memory. */
    static boolean isMapped(long address, long bytes) {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.map(line -> line.substring(0, line.indexOf(' ')).split("-"))
                    .anyMatch(range -> Long.parseUnsignedLong(range[0], 16) <= address
                            && Long.parseUnsignedLong(range[1], 16) >= address + bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
