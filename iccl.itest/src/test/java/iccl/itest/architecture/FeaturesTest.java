package iccl.itest.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the installation offers to Karaf, and the index of its bundles, name what it holds. */
class FeaturesTest {
    private static final Pattern BUNDLE = Pattern.compile("<bundle>mvn:iccl/([a-z.]+)/([^<]+)</bundle>");

    private static Path home() throws IOException {
        try (Stream<Path> folders = Files.list(Workspace.ROOT.resolve("cnf/dist/target"))) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("bundles")))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no distribution; run mvn package"));
        }
    }

    @Test
    void shouldNameEveryBundleOnce() throws IOException {
        TreeSet<String> expected;
        try (Stream<Path> files = Files.list(home().resolve("bundles"))) {
            expected = files.map(file -> file.getFileName().toString().replace(".jar", ""))
                    .filter(name -> name.startsWith("iccl.") && !name.equals("iccl.examples"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        expected.add("iccl.api");
        String features = Files.readString(home().resolve("karaf/features.xml"));
        assertFalse(features.contains("${"), "a version was not filled in");
        TreeSet<String> named = new TreeSet<>();
        for (Matcher bundle = BUNDLE.matcher(features); bundle.find(); ) {
            named.add(bundle.group(1));
        }
        assertEquals(expected, named);
    }

    @Test
    void shouldIndexEveryBundle() throws IOException {
        String index = Files.readString(home().resolve("index.xml"));
        try (Stream<Path> files = Files.list(home().resolve("bundles"))) {
            for (Path file : files.toList()) {
                String place = "value=\"bundles/" + file.getFileName() + "\"";
                assertTrue(index.contains(place), () -> "not in the index: " + file);
            }
        }
    }
}
