package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExplainTest {
    @Test
    void shouldSayWhatAnOperationGetsAndWhy() {
        try (LibraryRig rig = LibraryRig.withThreads("iccl.algorithm=AllReduce:ring")) {
            Communicator rank = rig.kernel.commInitAll(2).get(0);
            String text = rank.explain(Operation.ALL_REDUCE, 8, Datatype.FLOAT32, ReductionOp.MAX);
            for (String part : new String[] {
                "AllReduce of 8 float32 max", "2 ranks", "platform checked", "backend memory", "ring", "iccl.algorithm"
            }) {
                assertTrue(text.contains(part), () -> "no '" + part + "' in " + text);
            }
            assertRefused(
                    ResultCode.INVALID_ARGUMENT,
                    () -> rank.explain(Operation.REDUCE, 1, Datatype.INT8, null),
                    "op is null");
        }
    }

    @Test
    void shouldSayWhetherRanksShareMemory() {
        assertTrue(explainWith("iccl.shared=64K", 2).contains(", the ranks share memory, "));
        assertTrue(explainWith("iccl.shared=0", 2).contains(", the ranks share no memory: iccl.shared is 0, "));
        assertTrue(explainWith("iccl.shared=64K", 1).contains(", the ranks share no memory: there is one rank, "));
    }

    private static String explainWith(String setting, int ranks) {
        try (LibraryRig rig = LibraryRig.withThreads(setting)) {
            return rig.kernel.commInitAll(ranks).get(0).explain(Operation.BARRIER, 0, Datatype.INT8, null);
        }
    }

    @Test
    void shouldRefuseAnAlgorithmThatDoesNotExist() {
        try (LibraryRig rig = LibraryRig.withThreads("ICCL_ALGORITHM=AllReduce:magic")) {
            Communicator rank = rig.kernel.commInitAll(1).get(0);
            assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank.barrier(null), "iccl.algorithm", "magic", "ring");
        }
    }

    @Test
    void shouldRefuseAWrongTunableAtTheFirstUse() {
        try (LibraryRig rig = LibraryRig.withThreads("ICCL_TIMEOUT=soon")) {
            assertRefused(ResultCode.INVALID_ARGUMENT, rig.kernel::world, "ICCL_TIMEOUT", "'soon'", "seconds");
        }
    }

    @Test
    void shouldPrintEachKindOnceOnRank0() {
        PrintStream console = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (LibraryRig rig = LibraryRig.withThreads("ICCL_EXPLAIN=1")) {
            System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
            LibraryRig.onEach(rig.kernel.commInitAll(2), rank -> {
                Buffer buffer = rig.kernel.memAlloc(4096);
                for (int count : new int[] {8, 9, 9, 1000}) {
                    rank.allReduce(buffer, buffer, count, Datatype.INT32, ReductionOp.SUM, null);
                }
            });
        } finally {
            System.setErr(console);
        }
        String text = printed.toString(StandardCharsets.UTF_8);
        // 8 and 9 elements are of one size class.
        assertEquals(2, text.split("AllReduce of", -1).length - 1, text);
    }

    @Test
    void shouldRefuseAPlatformThatIsNotHere() {
        try (LibraryRig rig = LibraryRig.withThreads("ICCL_PLATFORM=nvidia")) {
            assertRefused(
                    ResultCode.NOT_SUPPORTED, rig.kernel::world, "iccl.platform asks for 'nvidia'", "platform checked");
            rig.kernel.put(rig.memory, Map.of());
        }
    }
}
