package iccl.run.internal.rank;

import org.jspecify.annotations.Nullable;

/**
 * Runs a main method as the JVM would: the program has ended when the method has returned and no thread that it started,
 * other than daemons, is left. The group tells the program's threads from the container's.
 */
final class MainThread {
    /** The body of a main method. */
    interface Body {
        void run() throws Throwable;
    }

    private final ThreadGroup group = new ThreadGroup("program");
    private final ClassLoader loader;
    private final Body body;
    private volatile @Nullable Throwable failure;

    MainThread(ClassLoader loader, Body body) {
        this.loader = loader;
        this.body = body;
    }

    /** Returns when the program has ended; throws what its main method threw. */
    void runToTheEnd() throws Throwable {
        Thread main = new Thread(group, this::runBody, "main");
        main.setContextClassLoader(loader);
        main.start();
        main.join();
        Throwable thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
        for (Thread left = anyLeft(); left != null; left = anyLeft()) {
            left.join();
        }
    }

    private void runBody() {
        try {
            body.run();
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    private @Nullable Thread anyLeft() {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (!threads[i].isDaemon()) {
                return threads[i];
            }
        }
        return null;
    }
}
