package iccl.kernel.internal.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 2, 8, recursive-doubling",
        "ALL_REDUCE, 4, 16383, recursive-doubling",
        "ALL_REDUCE, 4, 16384, direct",
        "ALL_REDUCE, 4, 1073741824, direct",
        "ALL_REDUCE, 100, 1048576, ring",
        "REDUCE, 4, 100, binomial",
        "REDUCE, 4, 1048576, direct",
        "REDUCE, 100, 1048576, binomial",
        "REDUCE_SCATTER, 1000, 64, direct",
        "BROADCAST, 8, 1000, binomial",
        "BROADCAST, 8, 1048576, chain",
        "ALL_GATHER, 8, 8192, bruck",
        "ALL_GATHER, 8, 16384, ring",
        "GATHER, 4, 8, linear",
        "GATHER, 8, 8, binomial",
        "GATHER, 8, 1048576, linear",
        "SCATTER, 8, 8, binomial",
        "SCATTER, 8, 1048576, linear",
        "ALL_TO_ALL, 8, 8, pairwise",
        "BARRIER, 8, 0, dissemination",
        "SEND, 8, 8, message",
        "RECV, 8, 8, message"
    })
    void shouldChooseBySizeAndRanks(Operation operation, int ranks, long bytes, String name) {
        ReductionOp op = operation.isReducing() ? ReductionOp.SUM : null;
        Selection selection = new Selection(ranks, 1, false, "");
        CollectiveCall call = call(operation, bytes, Datatype.UINT8, op);
        Algorithm chosen = selection.choose(call, Means.MESSAGES);
        assertEquals(name, chosen.name());
        assertSame(chosen, selection.choose(call, Means.MESSAGES));
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void shouldAlwaysHaveOneWhateverTheSize(Operation operation) {
        ReductionOp op = operation.isReducing() ? ReductionOp.AVG : null;
        for (int ranks : new int[] {1, 2, 3, 33, 5000}) {
            for (boolean deterministic : new boolean[] {false, true}) {
                Selection selection = new Selection(ranks, 2, deterministic, "");
                for (long count = 0; count >= 0 && count < 1L << 59; count = 2 * count + 1) {
                    CollectiveCall call = call(operation, count, Datatype.FLOAT32, op);
                    assertEquals(
                            operation, selection.choose(call, Means.MESSAGES).operation());
                }
            }
        }
    }

    @Test
    void shouldTakeTheTransportsOwnWhereItIsOffered() {
        Selection selection = new Selection(4, 1, false, "");
        CollectiveCall call = call(Operation.ALL_REDUCE, 8, Datatype.INT32, ReductionOp.SUM);
        assertEquals("native", selection.choose(call, Means.NATIVE).name());
        assertEquals(
                "recursive-doubling", selection.choose(call, Means.MESSAGES).name());
    }

    @Test
    void shouldCombineFloatsInRankOrderWhenDeterministic() {
        Selection selection = new Selection(4, 1, true, "AllReduce:ring");
        CollectiveCall floats = call(Operation.ALL_REDUCE, 8, Datatype.FLOAT16, ReductionOp.AVG);
        assertEquals("direct", selection.choose(floats, Means.NATIVE).name());
        assertTrue(selection
                .explain(floats, Means.NATIVE)
                .contains("asks for ring, which does not combine in rank order"));
        CollectiveCall extremes = call(Operation.ALL_REDUCE, 8, Datatype.FLOAT16, ReductionOp.MAX);
        assertEquals("ring", selection.choose(extremes, Means.NATIVE).name());
        CollectiveCall integers = call(Operation.ALL_REDUCE, 8, Datatype.INT16, ReductionOp.AVG);
        assertEquals("ring", selection.choose(integers, Means.NATIVE).name());
    }

    @Test
    void shouldDoAsItIsAsked() {
        Selection selection = new Selection(4, 1, false, " allreduce:RING , Broadcast:native,");
        CollectiveCall reduce = call(Operation.ALL_REDUCE, 8, Datatype.INT8, ReductionOp.SUM);
        assertEquals("ring", selection.choose(reduce, Means.NATIVE).name());
        CollectiveCall broadcast = call(Operation.BROADCAST, 8, Datatype.INT8, null);
        assertEquals("native", selection.choose(broadcast, Means.NATIVE).name());
        assertEquals("binomial", selection.choose(broadcast, Means.MESSAGES).name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"AllReduce", "AllReduce:ring:x", ":", "Everything:ring", "AllReduce:rings"})
    void shouldRefuseWhatDoesNotExist(String text) {
        IcclException refusal = assertThrows(IcclException.class, () -> new Selection(4, 1, false, text));
        assertEquals(ResultCode.INVALID_ARGUMENT, refusal.code());
        String message = String.valueOf(refusal.getMessage());
        assertTrue(message.startsWith("iccl.algorithm: "), message);
        assertTrue(message.contains("AllReduce") || message.contains("recursive-doubling"), message);
    }

    @Test
    void shouldGoThroughSharedMemoryWhereRanksHaveIt() {
        CollectiveCall call = call(Operation.ALL_REDUCE, 8, Datatype.FLOAT32, ReductionOp.SUM);
        Selection selection = new Selection(4, 1, true, "");
        assertEquals("shared", selection.choose(call, Means.SHARED).name());
        assertEquals("shared", selection.choose(call, Means.NATIVE_AND_SHARED).name());
        assertEquals("direct", selection.choose(call, Means.NATIVE).name());
    }

    @Test
    void shouldGoThroughMemoryInsideMachinesWhereThatIsPossible() {
        CollectiveCall call = call(Operation.ALL_REDUCE, 1 << 16, Datatype.FLOAT32, ReductionOp.SUM);
        CollectiveCall less = call(Operation.ALL_REDUCE, 8, Datatype.FLOAT32, ReductionOp.SUM);
        Selection selection = new Selection(4, 2, false, "");
        assertEquals("hierarchical", selection.choose(call, Means.HIERARCHY).name());
        assertEquals("hierarchical", selection.choose(less, Means.HIERARCHY).name());
        assertEquals(
                "hierarchical", selection.choose(call, Means.ofHierarchy(true)).name());
        assertEquals("direct", selection.choose(call, Means.MESSAGES).name());
        // It is not in rank order.
        assertEquals(
                "direct",
                new Selection(4, 2, true, "").choose(call, Means.HIERARCHY).name());
    }

    @Test
    void shouldListWhatExists() {
        IcclException refusal = assertThrows(IcclException.class, () -> new Selection(4, 1, false, "AllReduce:rings"));
        assertEquals(
                "iccl.algorithm: AllReduce has no algorithm 'rings'; choose one of: "
                        + "native, shared, hierarchical, recursive-doubling, ring, direct",
                refusal.getMessage());
    }

    @Test
    void shouldExplainTheChoice() {
        Selection selection = new Selection(4, 1, false, "");
        assertEquals(
                """
                direct: highest score
                  native, score 100 (the transport's own): the transport does not offer it, or ranks have devices
                  shared, score 110 (through memory that all ranks map, in rank order): the ranks share no memory, or have devices
                  hierarchical, score 105 (through memory inside machines, messages between them): cannot do it between these \
                machines
                  recursive-doubling, score 10 (fewest rounds, for small buffers): lost
                  ring, score 40 (neighbours only, for large buffers and many ranks): lost
                  direct, score 59 (two rounds, in rank order, for medium and large buffers): chosen""",
                selection.explain(call(Operation.ALL_REDUCE, 1 << 20, Datatype.INT8, ReductionOp.SUM), Means.MESSAGES));
    }

    private static CollectiveCall call(Operation operation, long count, Datatype type, @Nullable ReductionOp op) {
        return new CollectiveCall(operation, 0, 0, count, type, op, 0);
    }
}
