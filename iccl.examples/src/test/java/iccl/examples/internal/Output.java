package iccl.examples.internal;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is printed between opening and closing. */
final class Output implements AutoCloseable {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    Output() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
    }

    List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    List<String> complaints() {
        return complained.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(err);
    }
}
