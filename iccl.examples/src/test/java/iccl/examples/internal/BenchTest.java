package iccl.examples.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Communicator;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the benchmark prints, and that it looks at the results. */
@Timeout(60)
class BenchTest {
    private static final String[] SHORT = {"-b", "12", "-e", "24", "-f", "2", "-n", "2", "-w", "1", "-N", "3"};

    private static List<String> run(int ranks, int status, String... more) throws Exception {
        String[] args = new String[SHORT.length + more.length];
        System.arraycopy(SHORT, 0, args, 0, SHORT.length);
        System.arraycopy(more, 0, args, SHORT.length, more.length);
        try (Output output = new Output()) {
            List<Integer> statuses = new FakeWorld(ranks).run(new Bench(), args);
            assertTrue(statuses.stream().allMatch(one -> one == status), statuses + " " + output.complaints());
            return output.lines();
        }
    }

    private static List<String[]> rows(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.strip().split(" +"))
                .toList();
    }

    @Test
    void shouldPrintTheColumnsOfNcclTests() throws Exception {
        List<String> lines = run(2, 0);
        assertEquals("# all_reduce: ranks 2, backend fake, platform fake", lines.get(0));
        String names = lines.get(2);
        assertTrue(names.matches("# +size +count +type +redop +root +(time +algbw +busbw +#wrong *){2}"), names);
        List<String[]> rows = rows(lines);
        assertEquals(2, rows.size());
        assertEquals(
                List.of("12", "3", "float32", "sum", "-1"), List.of(rows.get(0)).subList(0, 5));
        assertEquals("24", rows.get(1)[0]);
        assertEquals(13, rows.get(1).length);
        // Both numbers of ranks with wrong results.
        assertEquals("0", rows.get(1)[8]);
        assertEquals("0", rows.get(1)[12]);
        assertTrue(lines.contains("# Ranks with wrong results: 0 OK"), lines.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "all_reduce, 12, 3, -1",
        "reduce, 12, 3, 0",
        "broadcast, 12, 3, 0",
        "all_gather, 12, 1, -1",
        "gather, 12, 1, 0",
        "scatter, 12, 1, 0",
        "reduce_scatter, 12, 1, -1",
        "all_to_all, 12, 1, -1",
        "send_recv, 12, 3, -1",
        "barrier, 0, 0, -1"
    })
    void shouldMeasureEveryOperation(String operation, String bytes, String count, String root) throws Exception {
        String[] row = rows(run(3, 0, operation)).get(0);
        assertEquals(bytes, row[0]);
        assertEquals(count, row[1]);
        assertEquals(root, row[4]);
    }

    @Test
    void shouldMeasureAllTypesAndReductions() throws Exception {
        assertEquals(
                12 * 5 * 2,
                rows(run(2, 0, "-d", "all", "-o", "all", "reduce_scatter")).size());
        assertEquals(
                12 * 2, rows(run(2, 0, "-d", "all", "-o", "all", "all_gather")).size());
    }

    @Test
    void shouldWriteWhatMachinesRead(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("rows.json");
        Path csv = folder.resolve("rows.csv");
        run(2, 0, "--json", json.toString(), "--csv", csv.toString(), "all_reduce", "barrier");
        List<String> lines = Files.readAllLines(csv);
        assertEquals(4, lines.size());
        int columns = lines.get(0).split(",", -1).length;
        assertTrue(lines.stream().allMatch(line -> line.split(",", -1).length == columns), lines.toString());
        assertTrue(lines.get(1).startsWith("all_reduce,2,12,3,float32,sum,-1,"), lines.get(1));
        String text = Files.readString(json).replaceAll("\\s", "");
        assertTrue(text.startsWith("{\"version\":\"") && text.endsWith("]}"), text);
        assertTrue(text.contains("{\"operation\":\"barrier\",\"bytes\":0,"), text);
    }

    @Test
    void shouldSendItsFilesToALauncherOnAnotherMachine(@TempDir Path folder) throws Exception {
        Path csv = folder.resolve("rows.csv");
        run(2, 0, "--csv", csv.toString(), "barrier");
        List<String> lines = run(2, 0, "--reports", "csv,json,plot", "barrier");
        List<String> sent = carried(lines, "csv");
        assertEquals(Files.readAllLines(csv).get(0), sent.get(0));
        assertEquals(2, sent.size());
        List<String> json = carried(lines, "json");
        assertEquals("{}", json.get(0) + json.get(json.size() - 1));
        List<String> picture = carried(lines, "plot");
        assertEquals("</svg>", picture.get(picture.size() - 1));
    }

    private static List<String> carried(List<String> lines, String form) {
        String head = "@file " + form + " ";
        return lines.stream()
                .filter(line -> line.startsWith(head))
                .map(line -> line.substring(head.length()))
                .toList();
    }

    @Test
    void shouldFailWhenAResultIsWrong() throws Exception {
        Function<FakeCommunicator, Communicator> mute = fake -> (Communicator) Proxy.newProxyInstance(
                BenchTest.class.getClassLoader(),
                new Class<?>[] {Communicator.class},
                (proxy, method, arguments) ->
                        method.getName().equals("allReduce") ? null : method.invoke(fake, arguments));
        try (Output output = new Output()) {
            assertEquals(List.of(1, 1), new FakeWorld(2).run(new Bench(), mute, SHORT));
            assertTrue(output.lines().contains("# Ranks with wrong results: 8 FAILED"), output.lines()::toString);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "al_reduce | 'al_reduce' cannot be measured; there are all_reduce, reduce, ",
                "-b 1M -e 24 | --minbytes 1048576 is more than --maxbytes 24",
                "-f 1 | --stepfactor 1 would never reach --maxbytes",
                "-r 2 | --root 2 is no rank; there are 0 to 1",
                "-a 4 | --average 4 must be 0, 1, 2 or 3",
                "-b x | 'x' is no count",
            })
    void shouldSayWhatItDoesNotUnderstand(String words, String complaint) throws Exception {
        try (Output output = new Output()) {
            assertEquals(List.of(2, 2), new FakeWorld(2).run(new Bench(), words.split(" ")));
            List<String> complaints = output.complaints();
            assertEquals(1, complaints.size());
            assertTrue(complaints.get(0).contains(complaint), complaints.toString());
            assertTrue(complaints.get(0).endsWith("; see bench --help"), complaints.toString());
        }
    }
}
