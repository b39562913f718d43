package iccl.run.internal.watch;

import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/**
 * Hears the signals that ask the launcher to end. The JDK has no public interface for it, and a shutdown hook cannot tell
 * the second Ctrl-C from the first; {@code sun.misc.Signal} is in every JDK, and reflection spares the compiler's warning.
 */
public final class Signals {
    private Signals() {}

    /** @param handler gets the signal's number, on a thread of its own */
    public static void handle(IntConsumer handler) {
        install("INT", 2, handler);
        install("TERM", 15, handler);
        install("HUP", 1, handler);
    }

    private static void install(String name, int number, IntConsumer handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> type = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, values) -> {
                        if (method.getName().equals("handle")) {
                            handler.accept(number);
                            return null;
                        }
                        return method.getName().equals("equals")
                                ? self == values[0]
                                : (Object) System.identityHashCode(self);
                    });
            signal.getMethod("handle", signal, type)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java cannot handle SIG" + name, e);
        }
    }
}
