package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What compilers and build tools see of the C API, under a prefix that {@code icclrun install} laid out. */
class CInstallationIT {
    private static final Path EXAMPLE = Path.of("all_reduce.c");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    static Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit calls install first.
    private static Path prefix;

    @BeforeAll
    static void install() {
        prefix = folder.resolve("usr");
        Icclrun.run("install", "--prefix", prefix.toString()).expectStatus(0);
    }

    @TestFactory
    Stream<DynamicTest> shouldCompileWithEveryLanguageLevel() {
        Path header = prefix.resolve("include/infiniccl/infiniccl.h");
        Stream<String> c = Stream.of("c90", "c99", "c11", "c17", "c2x");
        Stream<String> cxx = Stream.of("c++98", "c++11", "c++14", "c++17", "c++20");
        return Stream.concat(c, cxx)
                .map(level -> DynamicTest.dynamicTest(level, () -> {
                    String language = level.startsWith("c++") ? "c++" : "c";
                    CProgram.Result result = CProgram.run(
                            folder,
                            Map.of(),
                            List.of(
                                    language.equals("c") ? "gcc" : "g++",
                                    "-std=" + level,
                                    "-x",
                                    language,
                                    "-Wall",
                                    "-Wextra",
                                    "-pedantic",
                                    "-Werror",
                                    "-fsyntax-only",
                                    "-include",
                                    header.toString(),
                                    "/dev/null"));
                    result.expectStatus(0);
                    assertEquals("", result.err());
                }));
    }

    @Test
    void shouldExportWhatTheHeaderDeclaresAndNothingElse() throws IOException {
        String header = Files.readString(prefix.resolve("include/infiniccl/infiniccl.h"));
        Matcher declared = Pattern.compile("^\\w[\\w *]*?(infiniccl[A-Z]\\w*)\\(", Pattern.MULTILINE)
                .matcher(header);
        List<String> names =
                declared.results().map(match -> match.group(1)).sorted().toList();
        CProgram.Result result = CProgram.run(
                        folder,
                        Map.of(),
                        "nm",
                        "-D",
                        "--defined-only",
                        "--format=just-symbols",
                        prefix.resolve("lib/libinfiniccl.so").toString())
                .expectStatus(0);
        assertEquals(names, result.out().lines().sorted().toList());
        assertEquals(32, names.size());
    }

    @Test
    void shouldNeedNoCxxRuntime() {
        CProgram.Result result = CProgram.run(
                        folder,
                        Map.of(),
                        "readelf",
                        "-d",
                        prefix.resolve("lib/libinfiniccl.so").toString())
                .expectStatus(0);
        assertTrue(result.out().contains("[libinfiniccl.so]"), result.describe());
        assertTrue(!result.out().contains("libstdc++") && !result.out().contains("libjvm"), result.describe());
    }

    @Test
    void shouldBuildAndRunFromThePrefix() throws IOException {
        Path plain = Files.createDirectories(folder.resolve("plain"));
        Files.copy(Path.of("../docs/examples/hello.c"), plain.resolve("hello.c"));
        CProgram.run(
                        plain,
                        Map.of(
                                "PKG_CONFIG_PATH",
                                prefix.resolve("lib/pkgconfig").toString()),
                        "sh",
                        "-c",
                        "gcc hello.c $(pkg-config --cflags --libs infiniccl)")
                .expectStatus(0);
        assertEquals(
                List.of("rank 0 of 2: 3", "rank 1 of 2: 3"),
                run(plain.resolve("a.out")).lines().sorted().toList());
    }

    @Test
    void shouldBeFoundByCMake() throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        copyExample(project);
        Files.writeString(
                project.resolve("CMakeLists.txt"),
                """
                cmake_minimum_required(VERSION 3.18)
                project(App LANGUAGES C)
                find_package(InfiniCCL 0.1 REQUIRED)
                add_executable(app all_reduce.c)
                target_link_libraries(app PRIVATE InfiniCCL::infiniccl)
                """);
        CProgram.run(project, Map.of(), "cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=" + prefix)
                .expectStatus(0);
        CProgram.run(project, Map.of(), "cmake", "--build", "build").expectStatus(0);
        assertEquals(
                "c/all_reduce count=10 type=float32 ranks=2 PASSED\n",
                run(project.resolve("build/app"), "--count", "10"));
    }

    private static void copyExample(Path to) throws IOException {
        Path examples = prefix.resolve("lib/iccl/examples/c");
        Files.copy(examples.resolve(EXAMPLE), to.resolve(EXAMPLE));
        Files.copy(examples.resolve("example.h"), to.resolve("example.h"));
    }

    private static String run(Path program, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(prefix.resolve("bin/icclrun").toString(), "-q", "-n", "2", program.toString()));
        command.addAll(List.of(arguments));
        return CProgram.run(folder, Map.of(), command).expectStatus(0).out();
    }
}
