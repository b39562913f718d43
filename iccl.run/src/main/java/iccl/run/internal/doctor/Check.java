package iccl.run.internal.doctor;

import java.util.Locale;

/**
 * One thing that was looked at.
 *
 * @param name in a word
 * @param text what was found
 * @param remedy what to do about it; empty when there is nothing to do
 */
public record Check(String name, Status status, String text, String remedy) {
    /** How it is. */
    public enum Status {
        OK,
        /** A job runs, though not as it could. */
        WARN,
        /** No job runs. */
        BAD;

        /** For machines. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Check ok(String name, String text) {
        return new Check(name, Status.OK, text, "");
    }

    static Check warn(String name, String text, String remedy) {
        return new Check(name, Status.WARN, text, remedy);
    }

    static Check bad(String name, String text, String remedy) {
        return new Check(name, Status.BAD, text, remedy);
    }
}
