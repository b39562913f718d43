package iccl.kernel.internal.config;

import java.math.BigDecimal;
import java.util.Locale;

/** How the text of a tunable is read. */
enum Kind {
    NAME("a name, or auto"),
    NAMES("a name, or several with commas between, or auto"),
    WISHES("OPERATION:ALGORITHM pairs with commas between, such as AllReduce:ring, or auto"),
    FILE("a file's path, or auto"),
    FLAG("0 or 1"),
    SECONDS("seconds, 0 to 1000000000, also 0.5; 0 = no limit"),
    BYTES("bytes, 16 or more, also with K, M or G (2^10, 2^20, 2^30): 64M"),
    BYTES_OR_NONE("0, or bytes, 16 or more, also with K, M or G (2^10, 2^20, 2^30): 64M");

    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);
    private static final BigDecimal LEAST_SECONDS = new BigDecimal("1e-9");
    private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(1_000_000_000L);
    private static final long LEAST_BYTES = 16;

    private final String allowed;

    Kind(String allowed) {
        this.allowed = allowed;
    }

    String allowed() {
        return allowed;
    }

    /**
     * The text as a number: a flag as 0 or 1, seconds as nanoseconds, bytes as bytes; 0 for names.
     *
     * @throws IllegalArgumentException when the text is not allowed
     */
    long parse(String text) {
        return switch (this) {
            case NAME -> name(text, "[A-Za-z0-9_.-]+");
            case NAMES -> name(text, "[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*");
            case WISHES -> name(text, "[A-Za-z0-9_.,:* -]+");
            case FILE -> 0; // whether it can be read shows when it is
            case FLAG -> flag(text);
            case SECONDS -> seconds(text);
            case BYTES -> bytes(text);
            case BYTES_OR_NONE -> text.equals("0") ? 0 : bytes(text);
        };
    }

    private static long name(String text, String pattern) {
        if (!text.matches(pattern)) {
            throw new IllegalArgumentException(text);
        }
        return 0;
    }

    private static long flag(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "0", "false", "no", "off" -> 0;
            case "1", "true", "yes", "on" -> 1;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static long seconds(String text) {
        BigDecimal value = new BigDecimal(text);
        boolean isTooShort = value.signum() != 0 && value.compareTo(LEAST_SECONDS) < 0; // would be no limit at all
        if (isTooShort || value.compareTo(MOST_SECONDS) > 0) {
            throw new IllegalArgumentException(text);
        }
        return value.multiply(NANOS).longValue();
    }

    private static long bytes(String text) {
        if (!text.matches("[0-9]{1,15}[KMGkmg]?")) {
            throw new IllegalArgumentException(text);
        }
        int shift =
                switch (Character.toUpperCase(text.charAt(text.length() - 1))) {
                    case 'K' -> 10;
                    case 'M' -> 20;
                    case 'G' -> 30;
                    default -> 0;
                };
        long number = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1));
        if (number > Long.MAX_VALUE >> shift || number << shift < LEAST_BYTES) {
            throw new IllegalArgumentException(text);
        }
        return number << shift;
    }
}
