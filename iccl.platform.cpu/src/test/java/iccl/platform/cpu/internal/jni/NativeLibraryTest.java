package iccl.platform.cpu.internal.jni;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundle's case is tested in a container. */
class NativeLibraryTest {
    /** No class of JavaCPP, nor anything else, can be found through it. */
    private static final ClassLoader NOTHING = ClassLoader.getPlatformClassLoader();

    @Test
    void shouldLoadFromAFolderOnce() throws IOException {
        NativeLibrary.load();
        NativeLibrary.load();
        assertNotEquals(0, CpuNative.addressOf(ByteBuffer.allocateDirect(8)));
    }

    @Test
    void shouldLoadFromAJarIntoEveryClassLoaderAndLeaveNoCopy(@TempDir Path folder) throws Exception {
        URL jar = jar(folder, file -> true).toUri().toURL();
        List<Path> before = copies();
        try (URLClassLoader first = new URLClassLoader(new URL[] {jar}, NOTHING);
                URLClassLoader second = new URLClassLoader(new URL[] {jar}, NOTHING)) {
            assertNotSame(use(first), use(second));
        }
        assertEquals(before, copies());
    }

    @Test
    void shouldSayThatTheLibraryIsMissing(@TempDir Path folder) throws Exception {
        URL jar = jar(folder, file -> !file.endsWith(".so")).toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, NOTHING)) {
            Throwable thrown = assertThrows(InvocationTargetException.class, () -> use(loader));
            IOException failure = assertInstanceOf(IOException.class, thrown.getCause());
            assertTrue(String.valueOf(failure.getMessage()).contains("holds no linux-"), failure.getMessage());
        }
    }

    private static Class<?> use(ClassLoader loader) throws Exception {
        loader.loadClass(NativeLibrary.class.getName()).getMethod("load").invoke(null);
        Class<?> natives = loader.loadClass(CpuNative.class.getName());
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        assertNotEquals(0L, natives.getMethod("addressOf", ByteBuffer.class).invoke(null, buffer));
        return natives;
    }

    private static Path jar(Path folder, Predicate<String> wanted) throws Exception {
        Path classes = Path.of(NativeLibrary.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = folder.resolve("a b.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString();
                if (wanted.test(name)) {
                    zip.putNextEntry(new ZipEntry(name));
                    Files.copy(file, zip);
                }
            }
        }
        return jar;
    }

    private static List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("lib" + NativeLibrary.NAME))
                    .toList();
        }
    }
}
