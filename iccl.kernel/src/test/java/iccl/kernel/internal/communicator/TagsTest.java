package iccl.kernel.internal.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import org.junit.jupiter.api.Test;

class TagsTest {
    private final Tags tags = new Tags();

    private static CollectiveCall call(Operation operation, int peer) {
        return new CollectiveCall(operation, 0, 0, 1, Datatype.INT8, null, peer);
    }

    @Test
    void shouldCountCollectivesTogetherAndMessagesPerPeerAndDirection() {
        assertEquals(0, tags.take(call(Operation.ALL_REDUCE, 0)));
        assertEquals(1, tags.take(call(Operation.BARRIER, 0)));
        assertEquals(Tags.POINT_TO_POINT, tags.take(call(Operation.SEND, 1)));
        assertEquals(Tags.POINT_TO_POINT, tags.take(call(Operation.RECV, 1)));
        assertEquals(Tags.POINT_TO_POINT, tags.take(call(Operation.SEND, 2)));
        assertEquals(Tags.POINT_TO_POINT + 1, tags.take(call(Operation.SEND, 1)));
    }

    @Test
    void shouldComeRoundAgainWithoutTheKernelsOwn() {
        CollectiveCall barrier = call(Operation.BARRIER, 0);
        for (int round = 0; round < 3; round++) {
            for (int tag = 0; tag < Tags.CONTROL; tag++) {
                assertEquals(tag, tags.take(barrier));
                tags.give(barrier, tag);
            }
        }
        assertTrue(Tags.isControl(Tags.CONTROL));
        assertFalse(Tags.isControl(Tags.POINT_TO_POINT));
    }

    @Test
    void shouldNotGiveOutWhatIsInUse() {
        CollectiveCall send = call(Operation.SEND, 3);
        int first = tags.take(send);
        int tag = first;
        while (tag < Endpoint.MAX_TAG) {
            tag = tags.take(send);
            tags.give(send, tag);
        }
        assertEquals(Tags.NONE, tags.take(send));
        assertFalse(tags.hasNext(send));
        tags.give(send, first);
        assertTrue(tags.hasNext(send));
        assertEquals(first, tags.take(send));
    }
}
