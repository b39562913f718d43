package iccl.examples.internal.bench;

import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** A file on the launcher's machine: each line goes to standard output behind {@code @file FORM}, as UTF-8. */
final class CarriedWriter extends Writer {
    private final String head;
    private final PrintStream out;
    private final StringBuilder line = new StringBuilder();

    CarriedWriter(String form, PrintStream out) {
        this.head = "@file " + form + " ";
        this.out = out;
    }

    @Override
    public void write(char[] chars, int from, int count) {
        for (int at = from; at < from + count; at++) {
            if (chars[at] == '\n') {
                send();
            } else {
                line.append(chars[at]);
            }
        }
    }

    private void send() {
        byte[] bytes = (head + line + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        line.setLength(0);
    }

    /** What is no line yet has to wait. */
    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        if (line.length() > 0) {
            send();
        }
        out.flush();
    }
}
