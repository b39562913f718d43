package iccl.run.internal.watch;

import java.util.Map;

/** Numbers in words. */
final class Wording {
    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(15, "SIGTERM"));

    private Wording() {}

    static String signal(int number) {
        return SIGNALS.getOrDefault(number, "signal " + number);
    }

    /** A shell's exit status: above 128 it stands for a signal. */
    static String status(int status) {
        int signal = status - 128;
        return "exit status " + status + (SIGNALS.containsKey(signal) ? " (" + signal(signal) + ")" : "");
    }

    static String seconds(double seconds) {
        return (seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds)) + " s";
    }
}
