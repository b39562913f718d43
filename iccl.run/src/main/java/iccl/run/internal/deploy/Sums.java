package iccl.run.internal.deploy;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code cksum} has to say about an archive's files when they have arrived, as commands that set a shell's variable
 * {@code sums}. How long the text is does not depend on the sums, which are known last; at its end is a comment, by which a
 * whole one is known.
 */
final class Sums {
    private static final int LONGEST = 10;

    private final SortedMap<String, String> lines = new TreeMap<>();
    private int bytes = "sums=''\n#\n".length();

    /** Makes room for a file's line. */
    void expect(String name, long size) {
        bytes += LONGEST + line(name, size).length() + 1;
    }

    private static String line(String name, long size) {
        return " " + size + " " + name;
    }

    /** @param sum from {@link PosixChecksum} */
    void put(String name, long size, long sum) {
        lines.put(name, sum + line(name, size));
    }

    /** How many the text takes. */
    int bytes() {
        return bytes;
    }

    /** When all that are expected are there. */
    String text() {
        String set = "sums='" + String.join("\n", lines.values()) + "'\n";
        return set + "#".repeat(bytes - 1 - set.length()) + "\n";
    }
}
