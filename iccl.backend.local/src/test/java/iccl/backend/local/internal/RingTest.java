package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.MemorySpace;
import iccl.kernel.testkit.CheckedMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RingTest {
    /** Small and no power of two. */
    private static final int CAPACITY = 10 * Ring.UNIT;

    private static final int LONGEST = 2 * CAPACITY + 9;

    private final CheckedMemory host = new CheckedMemory();
    private long place;
    private long source;
    private long target;
    private ByteBuffer sent;
    private ByteBuffer received;
    private RingWriter writer;
    private RingReader reader;

    @BeforeEach
    void setUp() {
        place = host.allocate(MemorySpace.HOST, Ring.HEADER_BYTES + CAPACITY);
        source = host.allocate(MemorySpace.HOST, LONGEST);
        target = host.allocate(MemorySpace.HOST, LONGEST);
        sent = host.view(source, LONGEST);
        received = host.view(target, LONGEST);
        fresh();
    }

    private void fresh() {
        host.clear(place, Ring.HEADER_BYTES);
        writer = new RingWriter(Ring.create(host, place, Ring.HEADER_BYTES + CAPACITY));
        reader = new RingReader(Ring.open(host, place));
    }

    @AfterEach
    void tearDown() {
        host.free(MemorySpace.HOST, place);
        host.free(MemorySpace.HOST, source);
        host.free(MemorySpace.HOST, target);
        host.assertNothingLeaked();
    }

    @Test
    void shouldCarryEveryLengthFromEveryOffset() {
        for (int offset = 0; offset < CAPACITY; offset += Ring.UNIT) {
            for (int bytes = 0; bytes <= LONGEST; bytes++) {
                fresh();
                goTo(offset);
                carry(bytes, offset);
                assertFalse(reader.hasMessage());
            }
        }
    }

    /** Empty messages move both sides by a unit each. */
    private void goTo(int offset) {
        for (int i = 0; i < offset; i += Ring.UNIT) {
            assertTrue(writer.begin(0, 0));
            writer.publish();
            assertTrue(reader.hasMessage());
            reader.enter();
        }
    }

    private void carry(int bytes, int seed) {
        String what = bytes + " bytes at offset " + seed;
        for (int i = 0; i < bytes; i++) {
            sent.put(i, (byte) (i * 31 + seed));
            received.put(i, (byte) 0);
        }
        assertTrue(writer.begin(7, bytes), what);
        long written = 0;
        long read = 0;
        boolean entered = false;
        for (int turn = 0; read < bytes || !entered; turn++) {
            assertTrue(turn < 100, what + ": stands still");
            written += writer.write(source + written, bytes - written);
            writer.publish();
            if (!entered) {
                assertTrue(reader.hasMessage(), what);
                assertEquals(7, reader.tag(), what);
                assertEquals(bytes, reader.bytes(), what);
                reader.enter();
                entered = true;
            }
            read += reader.read(target + read, bytes - read);
        }
        for (int i = 0; i < bytes; i++) {
            assertEquals((byte) (i * 31 + seed), received.get(i), what + ": byte " + i);
        }
    }

    @Test
    void shouldShowNothingBeforeItIsPublished() {
        assertTrue(writer.begin(1, 0));
        assertFalse(reader.hasMessage());
        writer.publish();
        assertTrue(reader.hasMessage());
    }

    @Test
    void shouldStopWhenFullAndGoOnWhenThereIsRoom() {
        int count = 0;
        while (writer.begin(count, 0)) {
            count++;
        }
        assertEquals(CAPACITY / Ring.UNIT, count);
        writer.publish();
        for (int i = 0; i < count; i++) {
            assertTrue(reader.hasMessage());
            assertEquals(i, reader.tag());
            reader.enter();
            assertTrue(writer.begin(99, 0));
        }
    }

    @Test
    void shouldThrowBytesAway() {
        assertTrue(writer.begin(1, 100));
        assertEquals(100, writer.write(source, 100));
        assertTrue(writer.begin(2, 0));
        writer.publish();
        assertTrue(reader.hasMessage());
        reader.enter();
        assertEquals(100, reader.read(0, 100));
        assertTrue(reader.hasMessage());
        assertEquals(2, reader.tag());
    }
}
