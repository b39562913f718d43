package iccl.run.internal.deploy;

import iccl.run.internal.container.Directories;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java for nodes that have none: what ranks need of this launcher's JDK, put together by its jlink. Made once and kept
 * in the user's cache, with a list of its files' hashes.
 *
 * @param folder the image
 */
public record RuntimeImage(Path folder) {
    /** The whole of Java SE but what draws on screens. */
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.compiler",
            "java.instrument",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.prefs",
            "java.scripting",
            "java.security.jgss",
            "java.sql",
            "java.xml",
            "jdk.crypto.ec",
            "jdk.jfr",
            "jdk.management",
            "jdk.unsupported",
            "jdk.zipfs");

    private static final String SUMS = "iccl.sums";
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /**
     * The image of this process's JDK; making it takes some seconds.
     *
     * @param cache the user's folder for what can be made again
     * @throws UserMistake when this Java cannot make one
     */
    public static RuntimeImage ofThisJava(Path cache) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("java.home"));
        Path jlink = home.resolve("bin/jlink");
        RuntimeImage image = new RuntimeImage(cache.resolve(
                "java-" + Runtime.version().toString().replace('/', '_') + "-" + System.getProperty("os.arch")));
        if (Files.exists(image.folder().resolve(SUMS))) {
            return image;
        }
        if (!Files.isExecutable(jlink) || !Files.isDirectory(home.resolve("jmods"))) {
            throw new UserMistake(
                    "the Java here, " + home + ", cannot make one for them: it has no jlink with modules",
                    "install Java 17 or newer there, or a JDK here: apt-get install default-jdk-headless");
        }
        image.make(home, jlink);
        return image;
    }

    private void make(Path home, Path jlink) throws IOException, InterruptedException {
        Files.createDirectories(folder.toAbsolutePath().getParent());
        Path work = Files.createTempDirectory(folder.toAbsolutePath().getParent(), "java-making-");
        try {
            Path image = work.resolve("image");
            run(List.of(
                    jlink.toString(),
                    "--module-path",
                    home.resolve("jmods").toString(),
                    "--add-modules",
                    String.join(",", MODULES),
                    "--strip-java-debug-attributes",
                    "--no-header-files",
                    "--no-man-pages",
                    "--output",
                    image.toString()));
            // Prepared classes: a JVM starts in half the time. This one would leave its performance data in /tmp.
            run(List.of(image.resolve("bin/java").toString(), "-XX:-UsePerfData", "-Xshare:dump"));
            Files.writeString(image.resolve(SUMS), sums(image));
            Files.move(image, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another launcher was faster.
            return;
        } finally {
            Directories.remove(work);
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Answer answer = Answer.of(command, LIMIT);
        if (answer.isLate()) {
            throw new IOException(command.get(0) + " was not done within " + LIMIT.toMinutes() + " minutes");
        }
        if (answer.status() != 0) {
            throw new IOException(command.get(0) + " failed: " + answer.text().strip());
        }
    }

    private static String sums(Path image) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> tree = Files.walk(image, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile).sorted()::iterator) {
                text.append(Hashes.of(file))
                        .append(' ')
                        .append(image.relativize(file))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Its files. */
    public FileTree tree() throws IOException {
        List<FileTree.Entry> files = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(SUMS))) {
            int blank = line.indexOf(' ');
            String path = line.substring(blank + 1);
            Path file = folder.resolve(path);
            files.add(new FileTree.Entry(
                    path, new Blob(file, line.substring(0, blank), Files.isExecutable(file), Files.size(file))));
        }
        return FileTree.of(files);
    }
}
