package iccl.run.internal.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a tar archive as every tar reads it: ustar headers, GNU's form for long names. */
final class TarWriter implements AutoCloseable {
    /** What {@link #close} adds. */
    static final int END_BYTES = 1024;

    static final int BLOCK = 512;

    private static final int NAME_LENGTH = 100;

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * A file that nobody is to change.
     *
     * @param size of the content
     */
    void file(String name, InputStream content, long size, boolean isExecutable) throws IOException {
        entry(name, '0', size, isExecutable ? 0555 : 0444, "");
        content.transferTo(out);
        pad(size);
    }

    void text(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        entry(name, '0', bytes.length, 0644, "");
        out.write(bytes);
        pad(bytes.length);
    }

    void link(String name, String target) throws IOException {
        entry(name, '2', 0, 0777, target);
    }

    /** Another name of a file, which is there already or comes earlier in the archive. */
    void hardLink(String name, String target) throws IOException {
        entry(name, '1', 0, 0444, target);
    }

    /** How many bytes an entry takes. */
    static long bytes(String name, String target, long size) {
        return BLOCK + longNameBytes(name) + longNameBytes(target) + padded(size);
    }

    private static long longNameBytes(String name) {
        int length = name.getBytes(StandardCharsets.UTF_8).length + 1;
        return length > NAME_LENGTH ? BLOCK + padded(length) : 0;
    }

    private static long padded(long size) {
        return (size + BLOCK - 1) / BLOCK * BLOCK;
    }

    private void entry(String name, char type, long size, int mode, String target) throws IOException {
        longName(name, 'L');
        longName(target, 'K');
        header(name, type, size, mode, target);
    }

    private void longName(String name, char type) throws IOException {
        byte[] bytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > NAME_LENGTH) {
            header("././@LongLink", type, bytes.length, 0644, "");
            out.write(bytes);
            pad(bytes.length);
        }
    }

    private void header(String name, char type, long size, int mode, String target) throws IOException {
        byte[] header = new byte[BLOCK];
        put(header, 0, NAME_LENGTH, name);
        put(header, 100, 8, octal(mode, 7));
        put(header, 108, 8, octal(0, 7));
        put(header, 116, 8, octal(0, 7));
        put(header, 124, 12, octal(size, 11));
        put(header, 136, 12, octal(0, 11));
        put(header, 148, 8, "        ");
        header[156] = (byte) type;
        put(header, 157, NAME_LENGTH, target);
        put(header, 257, 8, "ustar  ");
        int sum = 0;
        for (byte value : header) {
            sum += value & 0xff;
        }
        put(header, 148, 8, octal(sum, 6) + "\0 ");
        out.write(header);
    }

    private static String octal(long value, int digits) {
        String text = Long.toOctalString(value);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    private static void put(byte[] header, int from, int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, from, Math.min(length, bytes.length));
    }

    private void pad(long size) throws IOException {
        int rest = (int) (size % BLOCK);
        if (rest > 0) {
            out.write(new byte[BLOCK - rest]);
        }
    }

    /** Ends the archive; the stream stays open. */
    @Override
    public void close() throws IOException {
        out.write(new byte[END_BYTES]);
        out.flush();
    }
}
