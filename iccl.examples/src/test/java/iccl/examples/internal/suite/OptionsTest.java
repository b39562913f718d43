package iccl.examples.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParameterException;

class OptionsTest {
    private static Options parse(Operation operation, String... args) {
        return Options.parse("example", operation, List.of(args));
    }

    @Test
    void shouldHaveModerateDefaults() {
        Options options = parse(Operation.ALL_REDUCE);
        assertEquals(1048576, options.count());
        assertEquals(List.of(Datatype.FLOAT32), options.types());
        assertEquals(List.of(ReductionOp.SUM), options.ops());
        assertEquals(List.of(Case.NO_ROOT), options.roots(4));
        assertEquals(10, options.iterations());
        assertEquals(Memory.Kind.DEVICE, options.buffer());
        assertFalse(options.inPlace() || options.stream() || options.help());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1000, 1000",
        "2K, 2048",
        "2k, 2048",
        "3M, 3145728",
        "1G, 1073741824",
        "1024G, 1099511627776"
    })
    void shouldUnderstandCounts(String text, long count) {
        assertEquals(count, parse(Operation.SEND, "-c", text).count());
        assertEquals(count, parse(Operation.SEND, "--count=" + text).count());
    }

    @Test
    void shouldUnderstandLists() {
        assertEquals(
                List.of(Datatype.INT8, Datatype.FLOAT64),
                parse(Operation.SEND, "-d", "int8,FLOAT64,int8").types());
        assertEquals(
                List.of(Datatype.values()),
                parse(Operation.SEND, "--type", "all").types());
        assertEquals(
                List.of(ReductionOp.AVG, ReductionOp.MIN),
                parse(Operation.REDUCE, "-o", "avg,min").ops());
        assertEquals(
                List.of(ReductionOp.values()),
                parse(Operation.REDUCE, "--op=all").ops());
    }

    @Test
    void shouldUnderstandRoots() {
        assertEquals(List.of(0), parse(Operation.REDUCE).roots(4));
        assertEquals(List.of(3), parse(Operation.REDUCE, "-r", "3").roots(4));
        assertEquals(List.of(0, 1, 2), parse(Operation.REDUCE, "-r", "all").roots(3));
    }

    @Test
    void shouldOfferOnlyWhatApplies() {
        assertTrue(parse(Operation.REDUCE).usage().contains("--root"));
        assertFalse(parse(Operation.ALL_REDUCE).usage().contains("--root"));
        assertFalse(parse(Operation.ALL_GATHER).usage().contains("--op"));
        assertFalse(parse(Operation.SEND).usage().contains("--in-place"));
        String barrier = parse(Operation.BARRIER).usage();
        assertTrue(barrier.contains("--iterations") && barrier.contains("--stream"));
        assertFalse(barrier.contains("--count") || barrier.contains("--type") || barrier.contains("--buffer"));
        assertTrue(parse(Operation.BARRIER).types().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--count 12Q | Invalid value for option '--count': '12Q' is no count; write something like 1000, 64K or 1M",
                "--count -1 | Invalid value for option '--count': '-1' is no count; write something like 1000, 64K or 1M",
                "--count 1025G | Invalid value for option '--count': '1025G' is more than the largest count, 1024G",
                "--op mean | Invalid value for option '--op': there is no reduction 'mean'; choose one of: sum, prod, max, min, avg, all",
                "--iterations 0 | Invalid value for option '--iterations': '0' is no number of times; write 1 or more",
                "--buffer heap | Invalid value for option '--buffer': 'heap' is none of 'device', 'alloc' (or 'memalloc') and 'wrap' (or 'direct')",
                "--root 4 | Invalid value for option '--root': '4' is no rank; there are 0 to 3, or 'all'",
                "--root -1 | Invalid value for option '--root': '-1' is no rank; there are 0 to 3, or 'all'",
                "--root two | Invalid value for option '--root': 'two' is no rank; there are 0 to 3, or 'all'",
                "--colour | Unknown option: '--colour'",
                "banana | Unmatched argument at index 0: 'banana'"
            })
    void shouldSayInOneLineWhatIsWrong(String args, String message) {
        ParameterException e = assertThrows(ParameterException.class, () -> parse(Operation.REDUCE, args.split(" "))
                .roots(4));
        assertEquals(message, e.getMessage());
    }

    @Test
    void shouldNameTheDatatypesThereAre() {
        ParameterException e =
                assertThrows(ParameterException.class, () -> parse(Operation.SEND, "--type", "int8,int7"));
        String start = "Invalid value for option '--type': there is no datatype 'int7'; choose one of: int8, uint8,";
        assertTrue(String.valueOf(e.getMessage()).startsWith(start), e.getMessage());
    }
}
