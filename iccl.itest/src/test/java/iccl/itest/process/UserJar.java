package iccl.itest.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A jar as a user makes it: compiled against the API alone, with a main class, which may be an agent's. */
public final class UserJar {
    private UserJar() {}

    /** Compiles one source file of src/test/programs into a jar in that folder. */
    public static Path make(String name, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        Icclrun.home().resolve("lib/iccl.api.jar").toString(),
                        Path.of("src/test/programs", name + ".java").toString());
        if (status != 0) {
            throw new AssertionError(name + " does not compile");
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, name);
        manifest.getMainAttributes().putValue("Premain-Class", name);
        Path jar = folder.resolve(name + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> compiled = Files.list(classes)) {
            for (Path one : compiled.toList()) {
                out.putNextEntry(new JarEntry(one.getFileName().toString()));
                Files.copy(one, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
