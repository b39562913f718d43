package iccl.run.internal.launch;

import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the launcher needs to know about this machine.
 *
 * @param host its name
 * @param cores that this process may use
 * @param memoryBytes that this process may use
 * @param isRoot whether we run as root, which Open MPI wants to be told
 * @param javaHome the Java that ranks run on
 * @param javaMajor its version
 */
public record Machine(String host, int cores, long memoryBytes, boolean isRoot, Path javaHome, int javaMajor) {
    private static final Duration GETCONF_LIMIT = Duration.ofSeconds(10);

    public static Machine here() {
        return new Machine(
                firstLine(Path.of("/proc/sys/kernel/hostname"), "localhost"),
                Runtime.getRuntime().availableProcessors(),
                memory(),
                "root".equals(System.getProperty("user.name")),
                Path.of(System.getProperty("java.home")),
                Runtime.version().feature());
    }

    /** The version of the C library, such as {@code 2.36}; empty when unknown. */
    public static String glibc() throws IOException, InterruptedException {
        Answer answer = Answer.of(List.of("getconf", "GNU_LIBC_VERSION"), GETCONF_LIMIT);
        return answer.status() == 0 ? answer.text().strip().replaceFirst("^glibc ", "") : "";
    }

    private static long memory() {
        long total = Long.MAX_VALUE;
        for (String line : lines(Path.of("/proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) {
                total = 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        String limit = firstLine(Path.of("/sys/fs/cgroup/memory.max"), "max");
        return limit.equals("max") ? total : Math.min(total, Long.parseLong(limit));
    }

    private static String firstLine(Path file, String otherwise) {
        return lines(file).stream().findFirst().orElse(otherwise);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            // A kernel without this file: the caller has a default.
            return List.of();
        }
    }
}
