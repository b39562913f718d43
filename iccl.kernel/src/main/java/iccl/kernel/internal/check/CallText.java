package iccl.kernel.internal.check;

import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A call as a text of fixed length: what has to be the same on every rank. */
final class CallText {
    /** More than the longest text needs. */
    static final int BYTES = 96;

    private CallText() {}

    static String of(CollectiveCall call) {
        StringBuilder text = new StringBuilder(call.operation().title());
        text.append(" count=")
                .append(call.count())
                .append(' ')
                .append(call.type().label());
        if (call.op() != null) {
            text.append(' ').append(call.op().label());
        }
        if (call.operation().isRooted()) {
            text.append(" root=").append(call.root());
        }
        return text.toString();
    }

    static void write(String text, ByteBuffer to) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        to.put(bytes).put(new byte[BYTES - bytes.length]);
    }

    static String read(ByteBuffer from) {
        byte[] bytes = new byte[BYTES];
        from.get(bytes);
        return new String(bytes, StandardCharsets.US_ASCII).trim();
    }
}
