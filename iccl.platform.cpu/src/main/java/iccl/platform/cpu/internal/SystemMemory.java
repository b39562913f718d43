package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How much memory the machine has to give. The system does not refuse what it does not have: it ends processes, anybody's, to have
 * it when it is written to.
 */
final class SystemMemory {
    /** Less than this is taken without a look. */
    static final long STEP_BYTES = 64L << 20;

    private static final Path FILE = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE = Pattern.compile("(MemAvailable|SwapFree): +([0-9]{1,15}) kB");
    private static final long KIB = 1024;

    private final LongSupplier available;

    SystemMemory() {
        this(SystemMemory::availableBytes);
    }

    /**
     * @param available how many bytes the system has to give
     */
    SystemMemory(LongSupplier available) {
        this.available = available;
    }

    /**
     * @param what cannot be done then: {@code cannot allocate 12 bytes}
     * @throws IcclException {@code SYSTEM_ERROR} when the system has less
     */
    void require(long bytes, Supplier<String> what) {
        long there = available.getAsLong();
        if (bytes > there) {
            throw new IcclException(
                    ResultCode.SYSTEM_ERROR,
                    what.get() + ": the system has " + there + " bytes left; ask for less, or end what takes the rest");
        }
    }

    /** Bytes that can be taken without ending a process; any number where the system does not say. */
    static long availableBytes() {
        try (Stream<String> lines = Files.lines(FILE)) {
            long bytes = lines.map(AVAILABLE::matcher)
                    .filter(Matcher::matches)
                    .mapToLong(match -> Long.parseLong(match.group(2)) * KIB)
                    .sum();
            return bytes == 0 ? Long.MAX_VALUE : bytes;
        } catch (IOException | UncheckedIOException e) {
            return Long.MAX_VALUE;
        }
    }
}
