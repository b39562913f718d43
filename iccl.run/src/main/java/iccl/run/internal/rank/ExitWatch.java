package iccl.run.internal.rank;

import java.util.function.IntConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Hears that a program calls {@code System.exit}, and with which status, before any exit hook runs. The JDK tells it from
 * version 21 on, through the logger of that name; before, nobody is told.
 */
final class ExitWatch extends Handler {
    // The log manager holds loggers weakly.
    private static final Logger RUNTIME = Logger.getLogger("java.lang.Runtime");

    private final IntConsumer onExit;

    private ExitWatch(IntConsumer onExit) {
        this.onExit = onExit;
    }

    /** @param onExit called on the thread that exits */
    static void install(IntConsumer onExit) {
        RUNTIME.setUseParentHandlers(false);
        RUNTIME.setLevel(Level.FINE);
        RUNTIME.addHandler(new ExitWatch(onExit));
    }

    @Override
    public void publish(LogRecord record) {
        String message = record.getMessage();
        String status = message.substring(message.lastIndexOf(' ') + 1);
        if (status.matches("-?[0-9]+")) {
            onExit.accept(Integer.parseInt(status));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
