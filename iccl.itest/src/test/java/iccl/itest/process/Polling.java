package iccl.itest.process;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asking until there is an answer. */
public final class Polling {
    private static final long LIMIT_MILLIS = 60_000;

    private Polling() {}

    public static <T> T until(String what, Supplier<@Nullable T> question) {
        long deadline = System.currentTimeMillis() + LIMIT_MILLIS;
        while (true) {
            T answer = question.get();
            if (answer != null) {
                return answer;
            }
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError(what + ": not within " + LIMIT_MILLIS + " ms");
            }
            sleep();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
