package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark beside the programs in C that it is compared with. */
@Timeout(120)
class BenchIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldCompareWithEveryMpiAndWithMemory() throws IOException {
        Path csv = folder.resolve("rows.csv");
        Icclrun.Result result = Icclrun.run(
                words("--against mpi,memory -e 64 --iters 20 -w 20 -N 3 --csv " + csv + " all_reduce gather barrier"));
        result.expectStatus(0).expectNoStackTrace();
        List<String> lines = Files.readAllLines(csv);
        List<String> names = List.of(lines.get(0).split(",", -1));
        assertEquals(4, lines.size(), lines.toString());
        for (String name : List.of("ompi_out_ratio", "mpich_in_ratio", "memory_out_ratio")) {
            double ratio = Double.parseDouble(lines.get(1).split(",", -1)[names.indexOf(name)]);
            assertTrue(ratio > 0, () -> name + ": " + lines);
        }
        // The limit is known for one operation only, and a barrier has no buffers.
        assertEquals("", lines.get(2).split(",", -1)[names.indexOf("memory_out_ratio")]);
        assertEquals("", lines.get(3).split(",", -1)[names.indexOf("ompi_in_ratio")]);
    }

    @Test
    void shouldCompareWithTheMpiThatCarriesTheMessages() {
        Icclrun.Result result = Icclrun.run(words("-l mpich --against mpi -e 64 --iters 20 -w 20 -N 3 all_to_all"));
        result.expectStatus(0).expectNoStackTrace();
        assertTrue(result.out().matches("(?s).* mpich  ratio +mpich  ratio\\n.*"), result::describe);
    }

    @Test
    void shouldTuneAndUseWhatItFound() throws IOException {
        Path table = folder.resolve("table");
        Icclrun.run(words("-l none --tune " + table + " --minbytes 64 -e 64 --iters 5 -w 5 -N 3 broadcast"))
                .expectStatus(0)
                .expectNoStackTrace();
        List<String> lines = Files.readAllLines(table);
        // Which of the candidates is the fastest is for the machine to say.
        assertTrue(lines.get(2).matches("Broadcast 2 1 0 - (shared|binomial|chain) .*"), lines::toString);
        Icclrun.Result result = Icclrun.run(words(
                "-x ICCL_EXPLAIN=1 -x ICCL_TUNING=" + table + " --minbytes 64 -e 64 --iters 5 -w 5 -N 3 broadcast"));
        result.expectStatus(0);
        assertTrue(
                result.err().contains("the tuning table (" + table + ":3) says that it is the fastest"),
                result::describe);
    }

    @Test
    void shouldSayWhoThereIsNot() {
        Icclrun.run(words("--against lam")).expectStatus(2).expectError("--against lam", "mpich");
        Icclrun.run("-n", "2", "bench", "--against", "mpi").expectStatus(2).expectError("icclrun bench --against mpi");
    }

    @Test
    void shouldSayThatAFileCannotBeWrittenBeforeAnythingStarts() {
        for (String option : List.of("--csv", "--tune")) {
            Icclrun.run(words("-H nowhere.test:2 " + option + " /proc/rows"))
                    .expectStatus(2)
                    .expectError("icclrun: " + option + " /proc/rows cannot be written");
        }
    }

    private static String[] words(String text) {
        return ("bench " + text).split(" ");
    }
}
