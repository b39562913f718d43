package iccl.run.internal.container;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HardwareNeedTest {
    private static final String NEED =
            "osgi.ee;filter:=\"(osgi.ee=JavaSE)\",iccl.hardware;filter:=\"(|(pci=10de)(node=nvidia0))\";effective:=launch";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private boolean isMet(@Nullable String requirement) throws IOException {
        Path jar = folder.resolve("bundle.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (requirement != null) {
            manifest.getMainAttributes().putValue("Require-Capability", requirement);
        }
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return new HardwareNeed(folder.toString()).isMet(jar);
    }

    private void addFunction(String address, String vendor) throws IOException {
        Path function =
                Files.createDirectories(folder.resolve("sys/bus/pci/devices").resolve(address));
        Files.writeString(function.resolve("vendor"), vendor + "\n");
    }

    @Test
    void shouldLeaveOutWhatNothingOnTheMachineIsFor() throws IOException {
        assertFalse(isMet(NEED), "no bus, no nodes");
        addFunction("0000:00:02.0", "0x1234");
        addFunction("0000:00:03.0", "0x110d");
        assertFalse(isMet(NEED), "others' functions");
        Files.createFile(Files.createDirectories(folder.resolve("dev")).resolve("nvidia01"));
        assertFalse(isMet(NEED), "another node");
    }

    @Test
    void shouldTakeWhatIsOnTheBus() throws IOException {
        addFunction("0000:00:02.0", "0x1234");
        addFunction("0000:01:00.0", "0x10de");
        assertTrue(isMet(NEED));
    }

    /** As in a container that sees the device but not the bus. */
    @Test
    void shouldTakeWhatHasANode() throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("dev")).resolve("nvidia0"));
        assertTrue(isMet(NEED));
    }

    @Test
    void shouldTakeWhatAsksForNothing() throws IOException {
        assertTrue(isMet(null));
        assertTrue(isMet("osgi.ee;filter:=\"(osgi.ee=JavaSE)\""));
    }

    @Test
    void shouldPassOverFunctionsThatCannotBeRead() throws IOException {
        Files.createDirectories(folder.resolve("sys/bus/pci/devices/0000:00:02.0"));
        addFunction("0000:01:00.0", "0x10de");
        assertTrue(isMet(NEED));
    }

    @Test
    void shouldLookAtThisMachineByDefault() throws IOException {
        Path bundle = folder.resolve("none.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Require-Capability", "iccl.hardware;filter:=\"(node=null)\"");
        new JarOutputStream(Files.newOutputStream(bundle), manifest).close();
        assertTrue(new HardwareNeed(" ").isMet(bundle), "/dev/null");
    }
}
