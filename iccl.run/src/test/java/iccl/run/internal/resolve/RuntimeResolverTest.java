package iccl.run.internal.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.NodePlan.PlannedBundle;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With small bundles that have the headers of the real ones. */
class RuntimeResolverTest {
    private static final String EXTENDER =
            "osgi.extender;filter:=\"(&(osgi.extender=osgi.component)(version>=1.5.0))\",osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=17))\"";
    private static final String NODE = "architecture\tx86_64\nmpi\t/usr/bin/mpirun mpirun (Open MPI) 5.0.7\n"
            + "mpi\t/usr/bin/mpiexec HYDRA build details:  Version:  4.2.1\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @BeforeEach
    void makeInstallation() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        Files.createDirectories(folder.resolve("bundles"));
        bundle("lib/org.apache.felix.framework", Map.of("Export-Package", "org.osgi.framework;version=\"1.10.0\""));
        bundle(
                "bundles/scr",
                Map.of(
                        "Provide-Capability",
                        "osgi.extender;osgi.extender=osgi.component;version:Version=\"1.5\"",
                        "Import-Package",
                        "org.osgi.framework;version=\"[1.10,2)\",org.osgi.util.promise,javax.xml.parsers,"
                                + "org.osgi.service.cm;resolution:=optional"));
        bundle("bundles/promise", Map.of("Export-Package", "org.osgi.util.promise;version=\"1.3\""));
        bundle("bundles/configadmin", Map.of("Export-Package", "org.osgi.service.cm;version=\"1.6\""));
        bundle(
                "bundles/kernel",
                Map.of(
                        "Export-Package", "iccl.kernel.port;version=\"1.0\"",
                        "Import-Package", "iccl.api;version=\"[1.0,1.1)\",org.slf4j;version=\"[1.7,2)\"",
                        "Provide-Capability",
                                "osgi.service;objectClass:List<String>=\"iccl.api.Iccl,iccl.kernel.port.Tunables\"",
                        "Require-Capability",
                                "osgi.service;filter:=\"(objectClass=iccl.kernel.port.Backend)\";effective:=active;"
                                        + "resolution:=optional;cardinality:=multiple," + EXTENDER));
        bundle("bundles/local", backend("local", ""));
        bundle(
                "bundles/openmpi",
                backend(
                        "openmpi",
                        ",iccl.mpi;filter:=\"(&(iccl.mpi=openmpi)(version>=4)(!(version>=6)))\";effective:=launch"));
        bundle(
                "bundles/mpich",
                backend(
                        "mpich",
                        ",iccl.mpi;filter:=\"(iccl.mpi=mpich)\";effective:=launch,"
                                + "osgi.native;filter:=\"(osgi.native.processor=x86-64)\";effective:=launch"));
        bundle("bundles/cpu", Map.of("Provide-Capability", "iccl.platform;iccl.platform=cpu"));
        bundle(
                "bundles/nvidia",
                Map.of(
                        "Provide-Capability", "iccl.platform;iccl.platform=nvidia",
                        "Require-Capability",
                                "iccl.hardware;filter:=\"(|(pci=10de)(node=nvidia0))\";effective:=launch"));
        bundle("bundles/programs", Map.of("Import-Package", "iccl.api,picocli", "Bundle-SymbolicName", "programs"));
    }

    @Test
    void shouldTakeWhatIsNeededAndSayWhy() throws IOException {
        Map<String, String> chosen = resolve(NODE, "openmpi", "auto");
        assertEquals(
                List.of("cpu", "kernel", "local", "openmpi", "programs", "promise", "scr"),
                List.copyOf(chosen.keySet()));
        assertEquals("programs call it", chosen.get("kernel"));
        assertEquals("joins the nodes", chosen.get("openmpi"));
        assertEquals("holds all_reduce", chosen.get("programs"));
        assertTrue(String.valueOf(chosen.get("scr")).contains("requires osgi.extender"), chosen.toString());
        assertTrue(
                String.valueOf(chosen.get("promise")).startsWith("scr requires osgi.wiring.package"),
                chosen.toString());
    }

    @Test
    void shouldTakeAPlatformWhoseHardwareIsThere() throws IOException {
        assertFalse(resolve(NODE, "mpich", "auto").containsKey("nvidia"));
        Map<String, String> byDevice = resolve(NODE + "pci\t0x10de 0x2335 0x030200\n", "mpich", "auto");
        assertTrue(String.valueOf(byDevice.get("nvidia")).startsWith("the node has the hardware"), byDevice.toString());
        assertTrue(resolve(NODE + "device\t/dev/nvidia0\n", "mpich", "nvidia").containsKey("nvidia"));
    }

    @Test
    void shouldRefuseWhatTheNodeCannotHave() {
        UserMistake hardware = assertThrows(UserMistake.class, () -> resolve(NODE, "mpich", "nvidia"));
        assertTrue(hardware.getMessage().contains("node 7 cannot have"), hardware.getMessage());
        assertTrue(hardware.getMessage().contains("iccl.hardware"), hardware.getMessage());
        UserMistake processor =
                assertThrows(UserMistake.class, () -> resolve(NODE.replace("x86_64", "riscv64"), "mpich", "auto"));
        assertTrue(processor.getMessage().contains("osgi.native"), processor.getMessage());
        UserMistake version =
                assertThrows(UserMistake.class, () -> resolve(NODE.replace("5.0.7", "6.0.0"), "openmpi", "auto"));
        assertTrue(version.getMessage().contains("iccl.mpi=openmpi"), version.getMessage());
    }

    private Map<String, String> resolve(String facts, String backend, String platform) throws IOException {
        List<PlannedBundle> bundles = new RuntimeResolver(new Installation(folder))
                .resolve(
                        "node 7",
                        NodeFacts.parse(facts),
                        17,
                        new RuntimeResolver.Purpose(backend, platform, "programs", "all_reduce"));
        Map<String, String> reasons = new TreeMap<>();
        bundles.forEach(bundle ->
                reasons.put(String.valueOf(bundle.file().getFileName()).replace(".jar", ""), bundle.reason()));
        return reasons;
    }

    private static Map<String, String> backend(String name, String requirements) {
        return Map.of(
                "Import-Package", "iccl.api,iccl.kernel.port",
                "Provide-Capability",
                        "iccl.backend;iccl.backend=" + name
                                + ",osgi.service;objectClass:List<String>=\"iccl.kernel.port.Backend\"",
                "Require-Capability", EXTENDER + requirements);
    }

    private void bundle(String name, Map<String, String> headers) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Bundle-ManifestVersion", "2");
        all.put("Bundle-SymbolicName", name.substring(name.lastIndexOf('/') + 1));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        all.forEach((key, value) -> manifest.getMainAttributes().putValue(key, value));
        try (OutputStream file = Files.newOutputStream(folder.resolve(name + ".jar"))) {
            new JarOutputStream(file, manifest).close();
        }
    }
}
