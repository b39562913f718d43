package iccl.run.internal.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteTextTest {
    @Test
    void shouldReadUtf8AsIs() {
        String text = "Grüße, 世界 \uD83D\uDE00";
        assertEquals(text, ByteText.decode(text.getBytes(StandardCharsets.UTF_8)));
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), ByteText.encode(text));
    }

    @Test
    void shouldKeepBytesThatAreNoText() {
        byte[] bytes = {'a', (byte) 0xff, 'b', (byte) 0xc3, (byte) 0xc3, (byte) 0xbc, (byte) 0xe2, (byte) 0x82};
        assertArrayEquals(bytes, ByteText.encode(ByteText.decode(bytes)));
    }

    @Test
    void shouldKeepAnyBytes() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(24)];
            random.nextBytes(bytes);
            assertArrayEquals(bytes, ByteText.encode(ByteText.decode(bytes)), "seed " + seed + ", round " + round);
        }
    }

    @Test
    void shouldSplitAtZeros() {
        byte[] bytes = "java\0-cp\0a b\0\0x=1\n\0".getBytes(StandardCharsets.US_ASCII);
        assertEquals(List.of("java", "-cp", "a b", "", "x=1\n"), ProcessText.split(bytes));
    }
}
