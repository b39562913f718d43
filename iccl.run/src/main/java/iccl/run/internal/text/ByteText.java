package iccl.run.internal.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Turns the bytes of arguments and environment values into strings and back without loss: UTF-8, and a byte that is none
 * becomes a lone surrogate, U+DC80 to U+DCFF. The JVM's own conversion depends on the locale and loses such bytes.
 */
public final class ByteText {
    private static final int ESCAPE = 0xDC00;

    private ByteText() {}

    public static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return decodeWithEscapes(bytes);
        }
    }

    private static String decodeWithEscapes(byte[] bytes) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        while (true) {
            var result = decoder.decode(in, out, true);
            if (!result.isMalformed()) {
                break;
            }
            // The decoder stops in front of what it cannot read.
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE + (in.get() & 0xff)));
            }
            decoder.reset();
        }
        return out.flip().toString();
    }

    public static byte[] encode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 16);
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            boolean isEscape = unit >= ESCAPE + 0x80
                    && unit <= ESCAPE + 0xff
                    && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
            if (isEscape) {
                bytes.writeBytes(text.substring(from, i).getBytes(StandardCharsets.UTF_8));
                bytes.write(unit - ESCAPE);
                from = i + 1;
            }
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }
}
