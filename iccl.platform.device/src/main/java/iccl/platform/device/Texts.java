package iccl.platform.device;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Texts in direct buffers, as C has them: a 0 byte ends them. */
final class Texts {
    private static final int ROOM = 1024;

    private Texts() {}

    static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(ROOM);
    }

    /** A buffer with that text, and room for another. */
    static ByteBuffer bufferOf(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length + ROOM).put(0, bytes);
    }

    static String read(ByteBuffer buffer) {
        int length = 0;
        while (length < buffer.capacity() && buffer.get(length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return new String(bytes, StandardCharsets.UTF_8).strip();
    }
}
