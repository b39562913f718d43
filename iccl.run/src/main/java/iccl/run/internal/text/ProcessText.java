package iccl.run.internal.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** This process's arguments and environment byte for byte, whatever the locale; see {@link ByteText}. */
public final class ProcessText {
    private ProcessText() {}

    /** The exact form of what the JVM gave {@code main}; the same strings where the kernel does not show them. */
    public static List<String> arguments(String[] given) {
        List<String> all = read(Path.of("/proc/self/cmdline"));
        // The JVM's own options come first.
        if (all.size() <= given.length) {
            return List.of(given);
        }
        return all.subList(all.size() - given.length, all.size());
    }

    /** The environment that this process was started with. */
    public static Map<String, String> environment() {
        List<String> entries = read(Path.of("/proc/self/environ"));
        if (entries.isEmpty()) {
            return System.getenv();
        }
        Map<String, String> environment = new LinkedHashMap<>();
        for (String entry : entries) {
            int split = entry.indexOf('=');
            if (split > 0) {
                environment.putIfAbsent(entry.substring(0, split), entry.substring(split + 1));
            }
        }
        return Collections.unmodifiableMap(environment);
    }

    private static List<String> read(Path file) {
        try {
            return split(Files.readAllBytes(file));
        } catch (IOException e) {
            // No /proc: what the JVM understood is all there is.
            return List.of();
        }
    }

    static List<String> split(byte[] bytes) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                parts.add(ByteText.decode(java.util.Arrays.copyOfRange(bytes, from, i)));
                from = i + 1;
            }
        }
        return parts;
    }
}
