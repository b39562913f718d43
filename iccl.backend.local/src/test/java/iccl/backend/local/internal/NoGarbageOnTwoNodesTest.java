package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.Backend;
import org.junit.jupiter.api.Test;

/** The same where memory is shared by half of the ranks only. */
class NoGarbageOnTwoNodesTest extends NoGarbageTest {
    @Override
    int ranks() {
        return 4;
    }

    @Override
    Backend backend(Backend local) {
        return new TwoNodes(local);
    }

    /** Those of a group that go to another machine become tasks. */
    @Override
    int next(int rank) {
        return rank ^ 1;
    }

    @Test
    void shouldGoInTwoLevels() {
        Communicator ranks = communicator(0);
        String text = ranks.explain(Operation.ALL_REDUCE, 16, Datatype.FLOAT32, ReductionOp.SUM);
        assertTrue(text.contains("4 ranks on 2 machines") && text.contains("algorithm hierarchical"), text);
    }

    @Test
    void shouldSendThroughMemoryOnAMachineAndByMessagesBetweenThem() {
        String near = communicator(0).explain(Operation.SEND, 16, Datatype.FLOAT32, null);
        assertTrue(near.contains("Send of 16 float32 to rank 1 ") && near.contains("algorithm shared: "), near);
        String far = communicator(1).explain(Operation.RECV, 16, Datatype.FLOAT32, null);
        assertTrue(far.contains("Recv of 16 float32 from rank 2 ") && far.contains("algorithm message: "), far);
    }
}
