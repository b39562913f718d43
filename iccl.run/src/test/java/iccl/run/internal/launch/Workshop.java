package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A made-up installation and machine for tests; the scripts in libexec are the real ones. */
public final class Workshop {
    private final Path root;
    private final Map<String, String> environment = new HashMap<>();

    public Workshop(Path root) throws IOException {
        this.root = root;
        Files.createDirectories(root.resolve("home/lib"));
        Files.createDirectories(root.resolve("home/bundles"));
        Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(
                root.resolve("home/libexec"), Path.of("src/main/libexec").toAbsolutePath());
        for (String bundle : List.of(
                "iccl.kernel",
                "iccl.platform.cpu",
                "iccl.backend.local",
                "iccl.backend.openmpi",
                "iccl.backend.mpich",
                "org.apache.felix.scr",
                "org.apache.felix.gogo.runtime")) {
            jar(root.resolve("home/bundles/" + bundle + ".jar"), "", List.of());
        }
        jar(root.resolve("home/bundles/iccl.examples.jar"), "", List.of("all_reduce", "broadcast"));
        environment.put("PATH", root.resolve("bin").toString());
        environment.put("HOME", root.toString());
    }

    public Installation installation() {
        return new Installation(root.resolve("home"));
    }

    public Map<String, String> environment() {
        return environment;
    }

    public Path root() {
        return root;
    }

    /** A command that prints {@code text} whatever it is asked. */
    public Path command(String name, String text) throws IOException {
        Path file = root.resolve("bin").resolve(name);
        Files.writeString(file, "#!/bin/sh\ncat <<'END'\n" + text + "\nEND\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    /** The bindings where {@code mpi-jar.sh} leaves them. */
    public Path bindings(String version) throws IOException {
        Path folder = Files.createDirectories(root.resolve(".cache/iccl/openmpi-" + version));
        Files.writeString(folder.resolve("libmpi_java.so"), "");
        Files.writeString(folder.resolve("mpi.jar"), "");
        return folder;
    }

    public static Machine machine(int javaMajor) {
        return new Machine("node7", 2, 8L << 30, true, Path.of("/opt/java"), javaMajor);
    }

    public static RunRequest request(String launcher, int ranks, String program, String... arguments) {
        return new RunRequest(
                ranks,
                launcher,
                "auto",
                List.of(),
                new RunRequest.Output(false, null),
                0,
                RunRequest.Verbosity.QUIET,
                program,
                List.of(arguments));
    }

    public static void jar(Path file, String mainClass, List<String> programs) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!mainClass.isEmpty()) {
            attributes.put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        if (!programs.isEmpty()) {
            attributes.putValue(
                    "Service-Component",
                    String.join(
                            ",",
                            programs.stream().map(p -> "OSGI-INF/" + p + ".xml").toList()));
        }
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (String program : programs) {
                jar.putNextEntry(new JarEntry("OSGI-INF/" + program + ".xml"));
                jar.write(("<scr:component><property name=\"iccl.program\" type=\"String\" value=\"" + program
                                + "\"/></scr:component>")
                        .getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
    }
}
