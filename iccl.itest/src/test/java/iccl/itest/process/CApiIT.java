package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that are C programs, started by {@code icclrun}. */
class CApiIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    static Path folder;

    private static Icclrun.Result ranks(Launcher launcher, int number, String... program) {
        String[] words = Stream.concat(
                        Stream.of("-q", "-n", Integer.toString(number), "-l", launcher.option()),
                        Arrays.stream(program))
                .toArray(String[]::new);
        return Icclrun.run(words).expectStatus(0);
    }

    private static void expectLines(Icclrun.Result result, String pattern, int number) {
        List<String> lines = result.lines();
        assertTrue(lines.size() == number && lines.stream().allMatch(line -> line.matches(pattern)), result.describe());
    }

    @TestFactory
    Stream<DynamicTest> shouldMakeEveryCall() {
        String program =
                CProgram.compile(Icclrun.home(), "gcc", "every_call", folder).toString();
        return Arrays.stream(Launcher.values()).flatMap(launcher -> IntStream.rangeClosed(1, 4)
                .mapToObj(number -> DynamicTest.dynamicTest(
                        launcher.option() + ", " + number + " ranks",
                        () -> expectLines(
                                ranks(launcher, number, program),
                                "every_call rank=\\d ranks=" + number + " PASSED",
                                number))));
    }

    @Test
    void shouldBeCleanUnderAddressSanitizer() throws IOException {
        Path program = CProgram.compile(Icclrun.home(), "gcc", "every_call", folder, "-fsanitize=address");
        Icclrun.Result result =
                ranks(Launcher.NONE, 2, "-x", "ASAN_OPTIONS=detect_leaks=1", "-x", leakOptions(), program.toString());
        expectLines(result, "every_call rank=\\d ranks=2 PASSED", 2);
        assertEquals("", result.err());
    }

    @Test
    void shouldSeeALeakOfTheProgram() throws IOException {
        Path program = CProgram.compile(Icclrun.home(), "gcc", "leaks", folder, "-fsanitize=address");
        Icclrun.Result result = Icclrun.run(
                "-q",
                "-n",
                "1",
                "-l",
                "none",
                "-x",
                "ASAN_OPTIONS=detect_leaks=1",
                "-x",
                leakOptions(),
                program.toString());
        assertTrue(result.status() != 0 && result.err().contains("12345 byte(s) leaked"), result.describe());
    }

    /**
     * What the JVM and the loader of libraries keep until the process ends is no leak of the program. The JVM's threads keep
     * what the sanitizer takes for addresses, but cannot read, in their own variables.
     */
    private static String leakOptions() throws IOException {
        Path suppressions = folder.resolve("leaks.txt");
        Files.writeString(
                suppressions,
                String.join(
                        "\n",
                        "leak:libjvm.so",
                        "leak:libjava.so",
                        "leak:libjli.so",
                        "leak:libnio.so",
                        "leak:libnet.so",
                        "leak:libzip.so",
                        "leak:libjimage.so",
                        "leak:libverify.so",
                        "leak:ld-linux",
                        "leak:add_to_global_resize",
                        ""));
        return "LSAN_OPTIONS=suppressions=" + suppressions + ":print_suppressions=0:use_tls=0";
    }

    @TestFactory
    Stream<DynamicTest> shouldRunTheExamplesByVerify() {
        return Stream.of(List.of("c/all_*", "c/b*"), List.of("c/g*", "c/r*", "c/s*"))
                .map(patterns -> DynamicTest.dynamicTest(String.join(", ", patterns), () -> {
                    Path logs = Files.createTempDirectory(folder, "logs");
                    List<String> words = new ArrayList<>(List.of("verify", "-n", "3", "--output-dir", logs.toString()));
                    words.addAll(patterns);
                    words.addAll(List.of("--", "--count", "777"));
                    Icclrun.Result result =
                            Icclrun.run(words.toArray(String[]::new)).expectStatus(0);
                    assertTrue(result.out().contains("5 passed, 0 failed, 0 timed out, 0 skipped"), result.describe());
                }));
    }

    @Test
    void shouldRunFromPython() {
        String program = Icclrun.home().resolve("examples/c/all_reduce.py").toString();
        Icclrun.Result result = ranks(Launcher.NONE, 2, "--tag-output", "python3", program);
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(
                    result.out().contains("[1," + rank + "]<stdout>: rank " + rank + " of 2 [1.0, 2.0, 10.0]")
                            || result.out()
                                    .contains("[1," + rank + "]<stdout>:rank " + rank + " of 2 [1.0, 2.0, 10.0]"),
                    result.describe());
        }
    }

    /** Who starts MPI, and who ends first. */
    @TestFactory
    Stream<DynamicTest> shouldShareMpiWithTheProgram() {
        return Map.of(Launcher.OMPI, "mpicc.openmpi", Launcher.MPICH, "mpicc.mpich").entrySet().stream()
                .flatMap(flavour -> {
                    String program = CProgram.compile(Icclrun.home(), flavour.getValue(), "hybrid", folder)
                            .toString();
                    return Stream.of("mm", "mi", "im")
                            .map(order -> DynamicTest.dynamicTest(
                                    flavour.getKey().option() + ", " + order,
                                    () -> expectShared(flavour.getKey(), program, order)));
                });
    }

    private static void expectShared(Launcher launcher, String program, String order) {
        Icclrun.Result result = ranks(launcher, 2, program, order.substring(0, 1), order.substring(1));
        String ended = order.equals("mi") ? "after ICCL" : "before";
        expectLines(result, "hybrid rank=\\d MPI ended " + ended + " PASSED", 2);
        assertEquals("", result.err());
    }

    @Test
    void shouldRefuseAProgramOfTheOtherMpi() {
        Path program = CProgram.compile(Icclrun.home(), "mpicc.mpich", "hybrid", folder);
        Icclrun.run("-q", "-n", "1", "-l", "ompi", program.toString(), "i", "i")
                .expectStatus(1)
                .expectError("two MPIs must not meet in one process; take icclrun -l mpich");
    }

    @TestFactory
    Stream<DynamicTest> shouldShareSignalsWithTheProgram() {
        String program =
                CProgram.compile(Icclrun.home(), "gcc", "signals", folder).toString();
        return Stream.of("before", "after")
                .map(when -> DynamicTest.dynamicTest(
                        when, () -> expectLines(ranks(Launcher.NONE, 1, program, when), "signals PASSED", 1)));
    }

    @Test
    void shouldLeaveAFaultOfTheProgramToTheSystem() throws IOException {
        Path program = CProgram.compile(Icclrun.home(), "gcc", "signals", folder);
        Path empty = Files.createTempDirectory(folder, "crash");
        CProgram.Result result = CProgram.run(empty, Map.of(), program.toString(), "crash");
        assertEquals(128 + 11, result.status(), result.describe());
        assertEquals("", result.out() + result.err(), "no crash report of Java's");
        assertEquals(0, empty.toFile().list().length, "nor a file with one");
    }

    @TestFactory
    Stream<DynamicTest> shouldBeginAndEndInOrder() {
        String program =
                CProgram.compile(Icclrun.home(), "gcc", "lives", folder).toString();
        return Stream.of("no-finalize", "no-init", "fork", "threads")
                .map(how -> DynamicTest.dynamicTest(
                        how, () -> expectLines(ranks(Launcher.NONE, 1, program, how), "lives .* PASSED", 1)));
    }

    @Test
    void shouldOutliveItsJvm() throws IOException {
        Path program = CProgram.compile(Icclrun.home(), "gcc", "lives", folder);
        Path agent = UserJar.make("Exit", folder);
        Path file = folder.resolve("up");
        CProgram.Result result = CProgram.run(
                        folder,
                        Map.of("ICCL_JAVA_OPTS", "-javaagent:" + agent + "=" + file),
                        program.toString(),
                        "gone",
                        file.toString())
                .expectStatus(0);
        assertEquals("lives gone PASSED\n", result.out());
        assertEquals("infiniccl: the JVM in this process was made to exit\n", result.err());
    }

    @TestFactory
    Stream<DynamicTest> shouldSayInOneLineWhyItDoesNotStart() throws IOException {
        String program =
                CProgram.compile(Icclrun.home(), "gcc", "lives", folder).toString();
        Path old = Files.createDirectories(folder.resolve("jdk-11/lib/server"));
        Files.writeString(old.resolve("libjvm.so"), "");
        Files.writeString(folder.resolve("jdk-11/release"), "JAVA_VERSION=\"11.0.2\"\n");
        return Map.of(
                        "ICCL_JAVA_HOME=/nowhere",
                        "names no Java 17 or newer; /nowhere has no lib/server/libjvm.so",
                        "ICCL_JAVA_HOME=" + folder.resolve("jdk-11"),
                        "names no Java 17 or newer; .*jdk-11 is version 11",
                        "ICCL_HOME=/tmp",
                        "/tmp \\(from ICCL_HOME\\) is no complete ICCL installation",
                        "ICCL_JAVA_OPTS=-Xnonsense",
                        "did not start .*: Unrecognized option: -Xnonsense",
                        "ICCL_JAVA_OPTS=-Xmx900000g",
                        "did not start: .* Could not reserve enough space")
                .entrySet()
                .stream()
                .map(mistake -> DynamicTest.dynamicTest(
                        mistake.getKey(), () -> expectRefused(program, mistake.getKey(), mistake.getValue())));
    }

    private static void expectRefused(String program, String variable, String words) {
        int split = variable.indexOf('=');
        CProgram.Result result = CProgram.run(
                        folder, Map.of(variable.substring(0, split), variable.substring(split + 1)), program, "init")
                .expectStatus(0);
        assertTrue(result.out().matches("2 .*" + words + ".*\n"), result.describe());
        assertTrue(result.err().matches("infiniccl: .*" + words + ".*\n"), result.describe());
    }
}
