package iccl.itest.container;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waiting that ends. */
final class Waiting {
    private Waiting() {}

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        if (thread.isAlive()) {
            AssertionError hangs = new AssertionError(thread.getName() + " does not end within " + millis + " ms");
            hangs.setStackTrace(thread.getStackTrace());
            throw hangs;
        }
    }

    /** Asks again and again until the answer is not null. */
    static <T> T until(String what, long millis, Supplier<@Nullable T> question) {
        long deadline = System.currentTimeMillis() + millis;
        while (true) {
            T answer = question.get();
            if (answer != null) {
                return answer;
            }
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError(what + ": not within " + millis + " ms");
            }
            sleep(5);
        }
    }
}
