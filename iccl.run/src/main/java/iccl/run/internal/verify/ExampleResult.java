package iccl.run.internal.verify;

import java.nio.file.Path;
import java.util.Locale;

/**
 * How one example ended.
 *
 * @param exitStatus its launcher's; -1 when it did not run
 * @param detail what is wrong, on one line; empty when nothing is
 * @param log what it printed; need not exist when it did not run
 */
public record ExampleResult(String name, Status status, int exitStatus, double seconds, String detail, Path log) {
    /** How an example can end. */
    public enum Status {
        /** It checked its data and found it right. */
        PASSED,
        /** Data was wrong, or it could not do its work. */
        FAILED,
        /** It was ended because it took too long. */
        TIMEOUT,
        /** It did not run, or not with these arguments. */
        SKIPPED;

        /** For machines. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One that did not run. */
    static ExampleResult skipped(String name, String why, Path log) {
        return new ExampleResult(name, Status.SKIPPED, -1, 0, why, log);
    }
}
