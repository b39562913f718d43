package iccl.kernel.internal.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.kernel.port.Endpoint;
import org.junit.jupiter.api.Test;

class MessageTagTest {
    private static final long[] STARTS = {0, 1, (1L << 29) - 3, (1L << 30) - 3, (1L << 31) - 3, (1L << 32) - 3, 1L << 45
    };
    private static final int APART = 8192;

    @Test
    void shouldCountOnWhenItsBitsComeRoundAgain() {
        for (long start : STARTS) {
            for (long count = start; count < start + 6; count++) {
                for (long near = Math.max(0, count - APART); near < count + APART; near += 501) {
                    assertEquals(count + 1, MessageTag.number(MessageTag.of(count), near));
                }
            }
        }
    }

    @Test
    void shouldBeToldFromOtherTags() {
        for (long start : STARTS) {
            int tag = MessageTag.of(start);
            assertTrue(MessageTag.isOne(tag));
            assertTrue(tag > Endpoint.MAX_TAG);
            assertFalse(MessageTag.isOne(MessageTag.ofTransport(tag)));
            assertTrue(MessageTag.ofTransport(tag) <= Endpoint.MAX_TAG);
        }
        assertFalse(MessageTag.isOne(Endpoint.MAX_TAG));
        assertFalse(MessageTag.isOne(-1));
    }
}
