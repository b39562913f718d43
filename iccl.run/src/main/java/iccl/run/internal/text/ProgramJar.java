package iccl.run.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * What a jar offers to run, read from its manifest and component descriptions without loading a class.
 *
 * @param programs the {@code iccl.program} names of its components
 * @param mainClass its main class, or empty
 */
public record ProgramJar(Set<String> programs, String mainClass) {
    private static final Pattern PROGRAM =
            Pattern.compile("<property\\s+name=\"iccl\\.program\"[^>]*?(?:value=\"([^\"]*)\"|>([^<]*)</property>)");

    /** @throws IOException when it cannot be read or is no jar */
    public static ProgramJar read(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                return new ProgramJar(Set.of(), "");
            }
            Attributes attributes = manifest.getMainAttributes();
            String mainClass = attributes.getValue(Attributes.Name.MAIN_CLASS);
            Set<String> programs = new TreeSet<>();
            String components = attributes.getValue("Service-Component");
            for (String component : components == null ? new String[0] : components.split(",")) {
                addPrograms(jar, component.trim(), programs);
            }
            return new ProgramJar(programs, mainClass == null ? "" : mainClass.trim());
        }
    }

    private static void addPrograms(JarFile jar, String component, Set<String> programs) throws IOException {
        ZipEntry entry = jar.getEntry(component);
        if (entry == null) {
            return;
        }
        try (InputStream content = jar.getInputStream(entry)) {
            Matcher matcher = PROGRAM.matcher(new String(content.readAllBytes(), StandardCharsets.UTF_8));
            while (matcher.find()) {
                String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                programs.add(name.trim());
            }
        }
    }
}
