package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the system says of the processor.
 *
 * @param model its name; where the system knows none, the architecture
 * @param memoryBytes all of the machine's memory
 */
record Processor(String model, long memoryBytes) {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final Path MEMINFO = Path.of("/proc/meminfo");

    static Processor read() {
        try {
            String model = value(CPUINFO, "model name").orElseGet(() -> System.getProperty("os.arch"));
            long kibibytes = value(MEMINFO, "MemTotal")
                    .map(text -> Long.parseLong(text.replace(" kB", "")))
                    .orElseThrow(() -> new IOException(MEMINFO + " has no line MemTotal"));
            return new Processor(model, kibibytes * 1024);
        } catch (IOException | NumberFormatException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot read what the processor is: " + e.getMessage(), e);
        }
    }

    private static Optional<String> value(Path file, String key) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        }
    }
}
