package iccl.run.internal.verify;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What an example printed, as far as it matters for the verdict: the end of its log. */
final class ExampleLog {
    private static final int TAIL_BYTES = 1 << 16;
    private static final int SHOWN = 300;

    private final List<String> lines;

    private ExampleLog(List<String> lines) {
        this.lines = lines;
    }

    static ExampleLog read(Path file) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(0, log.length() - TAIL_BYTES);
            byte[] tail = new byte[(int) (log.length() - start)];
            log.seek(start);
            log.readFully(tail);
            return new ExampleLog(
                    new String(tail, StandardCharsets.UTF_8).lines().toList());
        }
    }

    /** Whether the example says that data was right. */
    boolean isPassed() {
        return lines.stream().anyMatch(line -> line.endsWith(" PASSED"));
    }

    /** Whether the example says that data was wrong. */
    boolean isWrong() {
        return lines.stream().anyMatch(line -> line.contains(" FAILED: "));
    }

    /** Whether the example does not know the arguments it was given. */
    boolean isUnknownOption() {
        return lines.stream().anyMatch(line -> line.contains(": Unknown option"));
    }

    /** The line that says most about a failure. */
    String reason() {
        String reason = first(" FAILED: ");
        reason = reason.isEmpty() ? first(": Unknown option") : reason;
        reason = reason.isEmpty() ? first("failed first") : reason;
        reason = reason.isEmpty() ? first("icclrun: ") : reason;
        reason = reason.isEmpty() ? last() : reason;
        return reason.length() <= SHOWN ? reason : reason.substring(0, SHOWN) + "…";
    }

    private String first(String part) {
        return lines.stream().filter(line -> line.contains(part)).findFirst().orElse("");
    }

    private String last() {
        String found = "";
        for (String line : lines) {
            found = line.isBlank() ? found : line.strip();
        }
        return found;
    }
}
