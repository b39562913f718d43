package iccl.platform.cpu.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How much memory the machine has to give. */
final class SystemMemory {
    private static final Path FILE = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +([0-9]{1,15}) kB");
    private static final long KIB = 1024;

    private SystemMemory() {}

    /** Bytes that can be taken without driving others out; any number where the system does not say. */
    static long availableBytes() {
        try (Stream<String> lines = Files.lines(FILE)) {
            return lines.map(AVAILABLE::matcher)
                    .filter(Matcher::matches)
                    .mapToLong(match -> Long.parseLong(match.group(1)) * KIB)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException | UncheckedIOException e) {
            return Long.MAX_VALUE;
        }
    }
}
