package iccl.backend.mpich.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Texts in direct buffers, as C has them: a 0 byte ends them. */
final class Texts {
    /** Enough for a version with all its configure options, and for an error with its stack. */
    private static final int BYTES = 8192;

    private Texts() {}

    static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(BYTES);
    }

    /** A buffer with that text, and room for a longer one. */
    static ByteBuffer bufferOf(String text) {
        ByteBuffer buffer = buffer();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= BYTES) {
            throw new IllegalArgumentException("a name of " + bytes.length + " bytes is too long: " + text);
        }
        return buffer.put(0, bytes);
    }

    static String read(ByteBuffer buffer) {
        int length = 0;
        while (length < buffer.capacity() && buffer.get(length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8).trim();
    }
}
