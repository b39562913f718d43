package iccl.itest.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** All examples under all launchers with 1 to 4 ranks: every type, reduction and root, in one run each. */
class ExamplesIT {
    /** One of the ten programs, and how many lines it prints for all types, reductions and roots. */
    private enum Example {
        ALL_REDUCE(true, false),
        REDUCE(true, true),
        REDUCE_SCATTER(true, false),
        BROADCAST(false, true),
        GATHER(false, true),
        SCATTER(false, true),
        ALL_GATHER(false, false),
        ALL_TO_ALL(false, false),
        SEND_RECV(false, false),
        BARRIER(false, false);

        private final boolean reduces;
        private final boolean isRooted;

        Example(boolean reduces, boolean isRooted) {
            this.reduces = reduces;
            this.isRooted = isRooted;
        }

        String program() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        int lines(int ranks) {
            return (this == BARRIER ? 1 : 12) * (reduces ? 5 : 1) * (isRooted ? ranks : 1);
        }

        List<String> options(int ranks) {
            if (this == BARRIER) {
                return List.of("-i", "20");
            }
            List<String> options = new ArrayList<>(List.of("-d", "all", "-i", "1"));
            if (reduces) {
                options.addAll(List.of("-o", "all"));
            }
            if (isRooted) {
                options.addAll(List.of("-r", "all"));
            }
            options.addAll(
                    switch (ranks) {
                        case 1 -> List.of("-c", "1000");
                        case 2 -> this == SEND_RECV ? List.of("-c", "1") : List.of("-c", "1021", "--in-place");
                        case 3 -> List.of("-c", "257", "--stream");
                        default -> List.of("-c", "5000", "--buffer", "wrap");
                    });
            return options;
        }
    }

    @TestFactory
    Stream<DynamicContainer> shouldPassEverywhere() {
        return Arrays.stream(Launcher.values())
                .map(launcher -> DynamicContainer.dynamicContainer(
                        launcher.option(),
                        IntStream.rangeClosed(1, 4).boxed().flatMap(ranks -> tests(launcher, ranks))));
    }

    private static Stream<DynamicTest> tests(Launcher launcher, int ranks) {
        return Arrays.stream(Example.values())
                .map(example -> DynamicTest.dynamicTest(
                        "%s, %d ranks, %s".formatted(launcher.option(), ranks, example.program()), () -> {
                            List<String> words = words(launcher, ranks, example.program(), example.options(ranks));
                            expectPassed(
                                    Icclrun.run(words.toArray(String[]::new)), launcher, ranks, example.lines(ranks));
                        }));
    }

    /** More than one slot, ring or eager message holds. */
    @TestFactory
    Stream<DynamicTest> shouldPassWithBigBuffers() {
        return Arrays.stream(Launcher.values()).flatMap(launcher -> Stream.of("all_reduce", "all_to_all", "send_recv")
                .map(program -> DynamicTest.dynamicTest(launcher.option() + ", " + program, () -> {
                    List<String> options = List.of("-d", "float32,int8", "-c", "3000001", "-i", "2");
                    List<String> words = words(launcher, 3, program, options);
                    expectPassed(Icclrun.run(words.toArray(String[]::new)), launcher, 3, 2);
                })));
    }

    @TestFactory
    Stream<DynamicTest> shouldPassWithNothing() {
        return Arrays.stream(Launcher.values()).flatMap(launcher -> Stream.of("all_reduce", "reduce_scatter", "gather")
                .map(program -> DynamicTest.dynamicTest(launcher.option() + ", " + program, () -> {
                    List<String> words = words(launcher, 2, program, List.of("-d", "all", "-c", "0"));
                    expectPassed(Icclrun.run(words.toArray(String[]::new)), launcher, 2, 12);
                })));
    }

    private static List<String> words(Launcher launcher, int ranks, String program, List<String> options) {
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks), "-l", launcher.option(), program));
        words.addAll(options);
        return words;
    }

    private static void expectPassed(Icclrun.Result result, Launcher launcher, int ranks, int lines) {
        result.expectStatus(0).expectNoNoise();
        Pattern passed = Pattern.compile(
                "\\w+ .*ranks=%d backend=%s platform=cpu time=[0-9.]+us PASSED".formatted(ranks, launcher.backend()));
        for (String line : result.lines()) {
            if (!passed.matcher(line).matches()) {
                throw new AssertionError("not as expected: '" + line + "' in " + result.describe());
            }
        }
        if (result.lines().size() != lines) {
            throw new AssertionError(
                    "%d lines instead of %d: %s".formatted(result.lines().size(), lines, result.describe()));
        }
    }
}
