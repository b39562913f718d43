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

/** A jar as a user makes it: with a main class, which may be an agent's, or a bundle. */
public final class UserJar {
    private UserJar() {}

    /** Compiles one source file of src/test/programs into a jar in that folder. */
    public static Path make(String name, Path folder) throws IOException {
        Manifest manifest = manifest();
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, name);
        manifest.getMainAttributes().putValue("Premain-Class", name);
        return pack(name, compile(name, folder), manifest, folder);
    }

    /** The same for a bundle that offers an {@code iccl.api.Program} and may look at its container. */
    static Path makeBundle(String name, Path folder) throws IOException {
        Path classes = compile(name, folder);
        Files.writeString(
                Files.createDirectories(classes.resolve("OSGI-INF")).resolve("program.xml"),
                """
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="program">
                  <property name="iccl.program" value="program"/>
                  <service><provide interface="iccl.api.Program"/></service>
                  <implementation class="%s"/>
                </scr:component>
                """
                        .formatted(name));
        Manifest manifest = manifest();
        manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", name);
        manifest.getMainAttributes().putValue("Service-Component", "OSGI-INF/program.xml");
        manifest.getMainAttributes()
                .putValue("Import-Package", "iccl.api,org.osgi.framework,org.osgi.framework.wiring");
        return pack(name, classes, manifest, folder);
    }

    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        return manifest;
    }

    private static Path compile(String name, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path lib = Icclrun.home().resolve("lib");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        lib.resolve("iccl.api.jar") + ":" + lib.resolve("org.apache.felix.framework.jar"),
                        Path.of("src/test/programs", name + ".java").toString());
        if (status != 0) {
            throw new AssertionError(name + " does not compile");
        }
        return classes;
    }

    private static Path pack(String name, Path classes, Manifest manifest, Path folder) throws IOException {
        Path jar = folder.resolve(name + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> compiled = Files.walk(classes)) {
            for (Path one : compiled.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(one).toString()));
                Files.copy(one, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
