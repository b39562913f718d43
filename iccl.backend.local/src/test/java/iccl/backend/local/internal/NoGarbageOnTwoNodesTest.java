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

    /** Small ones, too. */
    @Override
    String algorithms() {
        return "AllReduce:hierarchical,Reduce:hierarchical,ReduceScatter:hierarchical";
    }

    /** Messages of a group go through memory only where all ranks share it; others become tasks. */
    @Override
    void shouldAllocateNothingPerGroup() {}

    @Test
    void shouldGoInTwoLevels() {
        Communicator ranks = communicator();
        String text = ranks.explain(Operation.ALL_REDUCE, 16, Datatype.FLOAT32, ReductionOp.SUM);
        assertTrue(text.contains("4 ranks on 2 machines") && text.contains("algorithm hierarchical"), text);
    }
}
