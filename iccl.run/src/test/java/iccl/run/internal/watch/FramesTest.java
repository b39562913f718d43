package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.run.internal.watch.Frames.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FramesTest {
    private final ByteArrayOutputStream channel = new ByteArrayOutputStream();

    @Test
    void shouldCarryBytesAsTheyAre() throws IOException {
        byte[] bytes = "event 0 3\n\0\n".getBytes(StandardCharsets.US_ASCII);
        Frames.write(channel, Frames.OUTPUT, 12, bytes, bytes.length);
        channel.writeBytes("ready\n".getBytes(StandardCharsets.US_ASCII));
        Frames.write(channel, Frames.ERROR, 3, bytes, 5);
        ByteArrayInputStream in = new ByteArrayInputStream(channel.toByteArray());
        Frame output = Frames.read(in);
        assertEquals(Frames.OUTPUT, output.kind());
        assertEquals(12, output.rank());
        assertArrayEquals(bytes, output.bytes());
        assertEquals("ready", Frames.read(in).kind());
        assertEquals("event", Frames.read(in).text());
        assertThrows(EOFException.class, () -> Frames.read(in));
    }

    @Test
    void shouldNoticeAFrameThatIsCutOff() {
        ByteArrayInputStream in = new ByteArrayInputStream("stdout 0 10\nabc".getBytes(StandardCharsets.US_ASCII));
        assertThrows(EOFException.class, () -> Frames.read(in));
    }
}
