package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The classes of the ranks' class path as a JVM maps them into memory (application class-data sharing): with it a rank starts
 * sooner, and its memory is shared with the others'. It is in the user's cache, once for each installation and Java; its name
 * says of which files it was made, so that one of older files is not used. Without one, ranks start as well.
 */
public final class ClassArchive {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Making one takes a few times {@link #LIMIT} at most. */
    private static final Duration LEFT_AFTER = Duration.ofHours(1);

    private static final int NAME_LENGTH = 16;
    private static final String SUFFIX = ".jsa";
    /** A program that is in every installation. */
    private static final List<String> TRIAL = List.of("-q", "-n", "1", "-l", "none", "barrier");

    private final Installation installation;
    private final Path folder;
    private final String place;
    private final String name;

    public ClassArchive(Installation installation, Machine machine, Map<String, String> environment) {
        this.installation = installation;
        this.folder = Caches.of(environment);
        this.place = "classes-" + hash(installation.home() + "\n" + machine.javaHome()) + "-";
        this.name = place + hash(state(installation, machine)) + "-";
    }

    /** Its size is a part of its name: a JVM dies of one that has been cut. */
    Path file(long bytes) {
        return folder.resolve(name + bytes + SUFFIX);
    }

    private Optional<Path> find() {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, name + "*" + SUFFIX)) {
            for (Path each : all) {
                if (each.equals(file(Files.size(each)))) {
                    return Optional.of(each);
                }
            }
        } catch (IOException e) {
            // A cache that cannot be read is none.
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** What it is made of: a JVM compares the same. */
    private static String state(Installation installation, Machine machine) {
        StringBuilder state = new StringBuilder();
        List<Path> files = new ArrayList<>();
        JavaCommand.LIBRARIES.forEach(library -> files.add(installation.library(library)));
        for (String part : List.of("release", "lib/modules", "lib/server/classes.jsa")) {
            files.add(machine.javaHome().resolve(part));
        }
        for (Path each : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(each, BasicFileAttributes.class);
                state.append(each)
                        .append(' ')
                        .append(attributes.size())
                        .append(' ')
                        .append(attributes.lastModifiedTime())
                        .append('\n');
            } catch (IOException e) {
                // Not every Java has all of them.
                state.append(each).append('\n');
            }
        }
        return state.toString();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, NAME_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Options of a rank's JVM, which goes on without a word when it cannot use the archive; none while there is no archive.
     *
     * @param user the user's own options
     */
    public List<String> options(String user) {
        boolean isUsersChoice =
                user.contains("-Xshare") || user.contains("SharedArchive") || user.contains("ArchiveClasses");
        // With a colon it would be two archives.
        Optional<Path> archive = find().filter(file -> file.toString().indexOf(':') < 0);
        return isUsersChoice || archive.isEmpty() ? List.of() : using(archive.get());
    }

    private static List<String> using(Path archive) {
        return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    /**
     * Makes it, unless it is there, and removes what was made of older files.
     *
     * @return where it is
     * @throws UserMistake when this Java cannot
     */
    public Path make() throws IOException, InterruptedException {
        Optional<Path> found = find();
        if (found.isPresent()) {
            return found.get();
        }
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, place, ".tmp");
        try {
            // The JVM wants to make the file itself.
            Files.delete(fresh);
            run(List.of("-XX:ArchiveClassesAtExit=" + fresh));
            // A rank must start with it, not merely beside it.
            List<String> strictly = new ArrayList<>(using(fresh));
            strictly.add("-Xshare:on");
            run(strictly);
            removeOthers();
            Path made = file(Files.size(fresh));
            Files.move(fresh, made, StandardCopyOption.ATOMIC_MOVE);
            return made;
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private void run(List<String> options) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("env", "ICCL_JAVA_OPTS=" + ShellText.quoteAll(options) + " -Xlog:disable"));
        command.add(installation.home().resolve("bin/icclrun").toString());
        command.addAll(TRIAL);
        Answer answer = Answer.of(command, LIMIT);
        if (answer.status() != 0) {
            throw new UserMistake(
                    "no archive of classes: a rank with " + String.join(" ", options) + " ended with status "
                            + answer.status() + ": " + answer.text().strip(),
                    "ranks start without one, too, a little later");
        }
    }

    /** Also what was left of those that were killed while they made one; another may be at it now. */
    private void removeOthers() throws IOException {
        Instant old = Instant.now().minus(LEFT_AFTER);
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(folder, place + "*.tmp")) {
            for (Path each : unfinished) {
                if (isOlder(each, old)) {
                    Files.deleteIfExists(each);
                }
            }
        }
        try (DirectoryStream<Path> others = Files.newDirectoryStream(folder, place + "*" + SUFFIX)) {
            for (Path other : others) {
                Files.deleteIfExists(other);
            }
        }
    }

    private static boolean isOlder(Path file, Instant moment) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(moment);
        } catch (NoSuchFileException e) {
            // Finished meanwhile.
            return false;
        }
    }
}
