package iccl.kernel.internal.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.kernel.testkit.CheckedMemory;
import org.junit.jupiter.api.Test;

class ChannelTest {
    private static final long FIRST = 1;
    private static final long NEXT_IN_ITS_ENTRY = FIRST + Channel.DEPTH;

    @Test
    void shouldKeepARefusalUntilTheSenderHasSeenIt() {
        CheckedMemory memory = new CheckedMemory();
        Channel sender = Channel.create(memory, 64);
        Channel receiver = new Channel(memory, memory.attach(sender.key()));
        sender.show(FIRST, 42, 1 << 20);
        assertEquals(42, receiver.place(FIRST));
        receiver.refuse(FIRST);
        assertTrue(sender.isTaken(FIRST) && sender.isRefused(FIRST));
        assertFalse(sender.isFree(NEXT_IN_ITS_ENTRY), "another refusal there would hide this one");
        sender.acceptRefusal(FIRST);
        assertTrue(sender.isFree(NEXT_IN_ITS_ENTRY));
        receiver.release();
        sender.release();
        memory.assertNothingLeaked();
    }
}
