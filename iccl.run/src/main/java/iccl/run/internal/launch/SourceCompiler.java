package iccl.run.internal.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles a single {@code .java} file into a jar that ranks can run. */
final class SourceCompiler {
    private SourceCompiler() {}

    /**
     * @param classPath what the program may use
     * @throws UserMistake with the compiler's own messages
     */
    static void compile(Path source, List<Path> classPath, Path jar) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UserMistake(
                    "cannot compile " + source + ": the Java at " + System.getProperty("java.home")
                            + " has no compiler",
                    "install a JDK (apt-get install default-jdk-headless), or compile it elsewhere and run the jar");
        }
        Path classes = Files.createDirectory(jar.resolveSibling("classes"));
        StringWriter messages = new StringWriter();
        String path = String.join(":", classPath.stream().map(Path::toString).toList());
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean isCompiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-d", classes.toString(), "-cp", path, "-proc:none", "-Xlint:-options"),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            if (!isCompiled) {
                throw new UserMistake(
                        source + " does not compile:\n" + messages.toString().stripTrailing(), "");
            }
        }
        System.err.print(messages);
        write(jar, classes, mainClass(classes, classPath, source));
    }

    private static String mainClass(Path classes, List<Path> classPath, Path source) throws IOException {
        String wanted = source.getFileName().toString().replaceFirst("\\.java$", "");
        List<String> names;
        try (Stream<Path> tree = Files.walk(classes)) {
            names = tree.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> classes.relativize(file).toString().replace('/', '.'))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .sorted((left, right) -> Boolean.compare(isNamed(right, wanted), isNamed(left, wanted)))
                    .toList();
        }
        URL[] urls = Stream.concat(Stream.of(classes), classPath.stream())
                .map(SourceCompiler::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            for (String name : names) {
                if (hasMain(loader, name)) {
                    return name;
                }
            }
        }
        throw new UserMistake(source + " has no public static void main(String[])", "add one");
    }

    private static boolean isNamed(String name, String wanted) {
        return name.substring(name.lastIndexOf('.') + 1).equals(wanted);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasMain(ClassLoader loader, String name) {
        try {
            Class.forName(name, false, loader).getMethod("main", String[].class);
            return true;
        } catch (ReflectiveOperationException e) {
            // The usual case: one class of several has it.
            return false;
        }
    }

    private static void write(Path jar, Path classes, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> tree = Files.walk(classes)) {
            out.putNextEntry(entry(JarFile.MANIFEST_NAME));
            manifest.write(out);
            out.closeEntry();
            for (Path entry : (Iterable<Path>) tree.filter(Files::isRegularFile).sorted()::iterator) {
                out.putNextEntry(entry(classes.relativize(entry).toString()));
                Files.copy(entry, out);
                out.closeEntry();
            }
        }
    }

    /** Always of the same time, so that the same source makes the same file: it need not be shipped again. */
    private static JarEntry entry(String name) {
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        return entry;
    }
}
