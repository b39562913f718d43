package iccl.kernel.internal.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.port.CollectiveCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuningTableTest {
    private static final String TEXT =
            """
            # operation ranks nodes from to algorithm

            AllReduce 4 1 0 1023 ring   # small ones, too
            allreduce 4 1 1024 - recursive-doubling
            AllReduce 4 2 0 - direct
            Broadcast 4 1 0 - native
            """;

    private static CollectiveCall allReduce(long bytes) {
        return new CollectiveCall(Operation.ALL_REDUCE, 0, 0, bytes, Datatype.INT8, ReductionOp.SUM, 0);
    }

    private static Selection selection(int ranks, int nodes, String wishes) {
        return new Selection(ranks, nodes, false, wishes, TuningTable.parse("table.txt", TEXT));
    }

    @Test
    void shouldDecideWhereItHasALine() {
        assertEquals(
                "ring", selection(4, 1, "").choose(allReduce(8), Means.NATIVE).name());
        assertEquals(
                "recursive-doubling",
                selection(4, 1, "").choose(allReduce(1 << 20), Means.NATIVE).name());
        assertEquals(
                "direct", selection(4, 2, "").choose(allReduce(8), Means.NATIVE).name());
    }

    @Test
    void shouldLeaveTheRestToTheScores() {
        assertEquals(
                "recursive-doubling",
                selection(3, 1, "").choose(allReduce(8), Means.MESSAGES).name());
        assertEquals(
                "direct",
                selection(4, 1, "AllReduce:direct")
                        .choose(allReduce(8), Means.MESSAGES)
                        .name());
        CollectiveCall broadcast = new CollectiveCall(Operation.BROADCAST, 0, 0, 8, Datatype.INT8, null, 0);
        assertEquals(
                "binomial",
                selection(4, 1, "").choose(broadcast, Means.MESSAGES).name());
    }

    @Test
    void shouldExplainItself() {
        String text = selection(4, 1, "").explain(allReduce(8), Means.MESSAGES);
        assertTrue(text.startsWith("ring: the tuning table (table.txt:3) says that it is the fastest\n"), text);
        CollectiveCall broadcast = new CollectiveCall(Operation.BROADCAST, 0, 0, 8, Datatype.INT8, null, 0);
        text = selection(4, 1, "").explain(broadcast, Means.MESSAGES);
        String reason =
                "binomial: highest score; the tuning table (table.txt:6) has native, which the transport does not ";
        assertTrue(text.startsWith(reason), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AllReduce 4 1 0 - | 5 words, not six: operation ranks nodes from to algorithm",
                "AllReduce 4 1 0 - rings | AllReduce has no algorithm 'rings'; choose one of: native, ",
                "Everything 4 1 0 - ring | there is no operation 'Everything'; choose one of: AllReduce, ",
                "AllReduce 0 1 0 - ring | ranks is '0'; it takes a number from 1 to 2147483647",
                "AllReduce 4294967298 1 0 - ring | ranks is '4294967298'; it takes a number from 1 to 2147483647",
                "AllReduce 4 1 9 8 ring | to is '8'; it takes a number from 9 to 999999999999999999",
                "AllReduce 4 1 512 2000 direct | its sizes overlap with those of line 3",
            })
    void shouldSayWhereItIsWrong(String line, String complaint) {
        IcclException refusal =
                assertThrows(IcclException.class, () -> TuningTable.parse("dir/table.txt", TEXT + line));
        assertEquals(ResultCode.INVALID_ARGUMENT, refusal.code());
        String message = String.valueOf(refusal.getMessage());
        assertTrue(message.startsWith("iccl.tuning: dir/table.txt:7: "), message);
        assertTrue(message.contains(complaint), message);
    }

    @Test
    void shouldTellTablesApart(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("table"), TEXT);
        assertEquals(
                TuningTable.parse("x", TEXT).checksum(),
                TuningTable.read(file.toString()).checksum());
        assertNotEquals(0, TuningTable.parse("x", "").checksum());
        assertNotEquals(
                TuningTable.parse("x", TEXT).checksum(),
                TuningTable.parse("x", TEXT + "#").checksum());
        IcclException refusal = assertThrows(
                IcclException.class,
                () -> TuningTable.read(folder.resolve("none").toString()));
        assertTrue(String.valueOf(refusal.getMessage()).contains("none cannot be read"), refusal::getMessage);
    }
}
