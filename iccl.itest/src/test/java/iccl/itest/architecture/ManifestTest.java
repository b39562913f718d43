package iccl.itest.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the bundles say about themselves. */
class ManifestTest {
    private static final Map<String, String> EXPORTS =
            Map.of("iccl.api", "iccl.api;version=\"1.0.0\"", "iccl.kernel", "iccl.kernel.port;");

    @Test
    void shouldExportTheApiAndThePortsOnly() throws IOException {
        for (Path bundle : Workspace.bundles()) {
            String exports = header(bundle, "Export-Package");
            String expected = EXPORTS.get(name(bundle));
            if (expected == null) {
                assertEquals("", exports, name(bundle) + " exports nothing");
            } else {
                assertTrue(exports.startsWith(expected), name(bundle) + " exports " + exports);
                assertTrue(exports.contains("version="), name(bundle) + " exports without a version: " + exports);
                assertFalse(exports.contains("internal"), name(bundle) + " exports internals: " + exports);
            }
        }
    }

    @Test
    void shouldImportTheApiWithAVersionRange() throws IOException {
        for (Path bundle : Workspace.bundles()) {
            String imports = header(bundle, "Import-Package");
            for (String exported : List.of("iccl.api", "iccl.kernel.port")) {
                int at = imports.indexOf(exported + ";");
                if (at >= 0) {
                    String rest = imports.substring(at, Math.min(imports.length(), at + 60));
                    assertTrue(rest.matches("[a-z.]+;version=\"\\[1[^\"]*\\).*"), name(bundle) + " imports " + rest);
                }
            }
            assertFalse(imports.contains("org.bytedeco"), name(bundle) + " needs JavaCPP at run time: " + imports);
            assertFalse(imports.contains("org.jspecify"), name(bundle) + " needs jspecify at run time: " + imports);
        }
    }

    @Test
    void shouldNameEveryBundleLikeItsFolder() throws IOException {
        for (Path bundle : Workspace.bundles()) {
            assertEquals(name(bundle), header(bundle, "Bundle-SymbolicName").replaceAll(";.*", ""));
            assertFalse(header(bundle, "Bundle-Name").isEmpty(), name(bundle) + " has no name for people");
            assertFalse(header(bundle, "Bundle-Description").isEmpty(), name(bundle) + " has no description");
            assertTrue(header(bundle, "Bundle-License").startsWith("Apache-2.0"), name(bundle) + " has no licence");
        }
    }

    private static String name(Path bundle) {
        return bundle.getFileName().toString();
    }

    private static String header(Path bundle, String header) throws IOException {
        try (Stream<Path> files = Files.list(bundle.resolve("target"));
                JarFile jar = new JarFile(
                        files.filter(file -> file.getFileName().toString().matches("iccl\\.[a-z.]+-[0-9].*\\.jar"))
                                .findFirst()
                                .orElseThrow(() -> new AssertionError(bundle + " has no jar; run mvn package"))
                                .toFile())) {
            assertNotNull(jar.getManifest(), bundle + " has no manifest");
            Attributes attributes = jar.getManifest().getMainAttributes();
            String value = attributes.getValue(header);
            return value == null ? "" : value;
        }
    }
}
