package iccl.examples.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Program;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example, with right results and with wrong ones. */
@Timeout(60)
class ExamplesTest {
    /** The examples that move data. */
    @SuppressWarnings("ImmutableEnumChecker") // a Program may have state, these have none
    enum Example {
        ALL_REDUCE(new AllReduce(), "allReduce", true, false, true),
        REDUCE(new Reduce(), "reduce", true, true, true),
        BROADCAST(new Broadcast(), "broadcast", false, true, true),
        ALL_GATHER(new AllGather(), "allGather", false, false, true),
        GATHER(new Gather(), "gather", false, true, true),
        SCATTER(new Scatter(), "scatter", false, true, true),
        REDUCE_SCATTER(new ReduceScatter(), "reduceScatter", true, false, true),
        ALL_TO_ALL(new AllToAll(), "allToAll", false, false, true),
        SEND_RECV(new SendRecv(), "recv", false, false, false);

        final Program program;
        final String method;
        final boolean reduces;
        final boolean rooted;
        final boolean inPlace;

        Example(Program program, String method, boolean reduces, boolean rooted, boolean inPlace) {
            this.program = program;
            this.method = method;
            this.reduces = reduces;
            this.rooted = rooted;
            this.inPlace = inPlace;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Everything it can do, at a small count. */
        List<String> everything() {
            List<String> args = new ArrayList<>(List.of("--count", "77", "--iterations", "2", "--type", "all"));
            if (reduces) {
                args.addAll(List.of("--op", "all"));
            }
            if (rooted) {
                args.addAll(List.of("--root", "all"));
            }
            return args;
        }
    }

    static Stream<Arguments> examplesAndSizes() {
        return Stream.of(Example.values())
                .flatMap(example -> IntStream.of(1, 2, 3, 5).mapToObj(size -> Arguments.of(example, size)));
    }

    @ParameterizedTest
    @MethodSource("examplesAndSizes")
    void shouldPassForEveryTypeReductionAndRoot(Example example, int size) throws Exception {
        List<String> lines = pass(example, size, example.everything());
        int expected = 12 * (example.reduces ? 5 : 1) * (example.rooted ? size : 1);
        assertEquals(expected, lines.size());
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void shouldPassInPlaceWithWrappedBuffersOnAStream(Example example) throws Exception {
        List<String> args = example.everything();
        args.addAll(List.of("--stream", "--buffer", "wrap"));
        if (example.inPlace) {
            args.add("--in-place");
        }
        pass(example, 3, args);
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void shouldPassWithNothingToMove(Example example) throws Exception {
        pass(example, 3, List.of("--count", "0"));
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void shouldPrintOneLine(Example example) throws Exception {
        String line = pass(example, 2, List.of("-c", "2K")).get(0);
        String what =
                example.label() + " float32" + (example.reduces ? " sum" : "") + (example.rooted ? " root=0" : "");
        String pattern = what + " count=2048 ranks=2 backend=fake platform=fake time=\\d+\\.\\dus PASSED";
        assertTrue(line.matches(pattern), line);
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void shouldFailWhenTheLastElementIsWrong(Example example) throws Exception {
        String line = fail(example, harm -> flip(harm.asByteBuffer(), (int) harm.bytes() - 1));
        assertTrue(line.contains("FAILED: rank 2, index "), line);
        assertTrue(line.matches(".*: expected \\S+ \\(0x[0-9a-f]{8}\\), got \\S+ \\(0x[0-9a-f]{8}\\)"), line);
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void shouldFailWhenTheResultIsShifted(Example example) throws Exception {
        String line = fail(example, harm -> {
            ByteBuffer result = harm.asByteBuffer();
            byte[] all = new byte[result.capacity()];
            result.get(0, all);
            result.put(4, all, 0, all.length - 4);
        });
        assertTrue(line.contains("FAILED: rank 2, index "), line);
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void shouldFailWhenMemoryBesideTheResultIsTouched(Example example) throws Exception {
        String above = fail(example, harm -> flip(harm.whole(), harm.offset() + harm.length()));
        assertTrue(above.contains("memory outside of the buffer was written"), above);
        String below = fail(example, harm -> flip(harm.whole(), harm.offset() - 1));
        assertTrue(below.contains("memory outside of the buffer was written, at byte -1 "), below);
    }

    @ParameterizedTest
    @EnumSource(
            value = Example.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SEND_RECV", "SCATTER", "BROADCAST"})
    void shouldFailWhenTheSendBufferIsChanged(Example example) throws Exception {
        String line = fail(example, 0, buffers -> flip(buffers.get(0).asByteBuffer(), 0));
        assertTrue(line.contains("FAILED: rank 2, send buffer changed at index 0: expected "), line);
    }

    @ParameterizedTest
    @EnumSource(
            value = Example.class,
            names = {"SCATTER", "BROADCAST"})
    void shouldFailWhenTheRootsSendBufferIsChanged(Example example) throws Exception {
        String line = fail(example, 2, buffers -> flip(buffers.get(0).asByteBuffer(), 0));
        assertTrue(line.contains("FAILED: rank 2, send buffer changed at index 0: expected "), line);
    }

    @Test
    void shouldFailWhenOneRanksNaNHasOtherBits() throws Exception {
        Saboteur.Harm harm = buffers -> {
            ByteBuffer result = buffers.get(1).asByteBuffer();
            for (int at = 0; at < result.capacity(); at += 4) {
                if (Float.isNaN(result.getFloat(at))) {
                    flip(result, at);
                }
            }
        };
        String line = fail(Example.ALL_REDUCE, 0, harm);
        assertTrue(line.contains("FAILED: rank 2, the result has not the same bits as on rank 0"), line);
    }

    @Test
    void shouldFailOnEveryRankThatIsWrong() throws Exception {
        try (Output output = new Output()) {
            List<Integer> statuses = new FakeWorld(3)
                    .run(
                            new AllReduce(),
                            fake -> Saboteur.on(
                                            fake.rank() == 1 ? 99 : fake.rank(),
                                            "allReduce",
                                            Datatype.FLOAT32,
                                            buffers -> flip(buffers.get(1).asByteBuffer(), 0))
                                    .apply(fake),
                            "-c1");
            assertEquals(List.of(1, 1, 1), statuses);
            assertTrue(output.lines().get(0).contains("FAILED: rank 0, index 0: "));
            assertTrue(output.lines().get(0).endsWith("; also wrong on rank 2"));
        }
    }

    @Test
    void shouldPassTheBarrier() throws Exception {
        for (int size = 1; size <= 4; size++) {
            try (Output output = new Output()) {
                assertEquals(Collections.nCopies(size, 0), new FakeWorld(size).run(new Barrier(), "--stream"));
                String pattern =
                        "barrier stream ranks=" + size + " backend=fake platform=fake time=\\d+\\.\\dus PASSED";
                assertTrue(
                        output.lines().get(0).matches(pattern), output.lines().get(0));
            }
        }
    }

    @Test
    void shouldFailWhenTheBarrierDoesNotWait() throws Exception {
        try (Output output = new Output()) {
            List<Integer> statuses = new FakeWorld(3).run(new Barrier(), ExamplesTest::withoutBarrier);
            assertEquals(List.of(1, 1, 1), statuses);
            assertTrue(
                    output.lines().get(0).contains(" ns, but rank "),
                    output.lines().get(0));
        }
    }

    private static Communicator withoutBarrier(FakeCommunicator fake) {
        return (Communicator) Proxy.newProxyInstance(
                ExamplesTest.class.getClassLoader(),
                new Class<?>[] {Communicator.class},
                (self, called, args) -> called.getName().equals("barrier") ? null : called.invoke(fake, args));
    }

    private static List<String> pass(Example example, int size, List<String> args) throws Exception {
        try (Output output = new Output()) {
            List<Integer> statuses = new FakeWorld(size).run(example.program, args.toArray(String[]::new));
            List<String> lines = output.lines();
            lines.forEach(line -> assertTrue(line.endsWith(" PASSED"), line));
            assertEquals(Collections.nCopies(size, 0), statuses);
            return lines;
        }
    }

    private interface HarmToResult {
        void to(FakeIccl.FakeBuffer result);
    }

    /** Harms the last buffer among the arguments of one call, which is the result, on rank 2 of 3. */
    private static String fail(Example example, HarmToResult harm) throws Exception {
        return fail(example, 2, buffers -> harm.to(buffers.get(buffers.size() - 1)));
    }

    /** One line of output, after harm on rank 2 of 3, with a root where there is one. */
    private static String fail(Example example, int root, Saboteur.Harm harm) throws Exception {
        List<String> args = new ArrayList<>(List.of("--count", "5000", "--iterations", "3"));
        if (example.rooted) {
            args.addAll(List.of("--root", Integer.toString(root)));
        }
        try (Output output = new Output()) {
            List<Integer> statuses = new FakeWorld(3)
                    .run(
                            example.program,
                            Saboteur.on(2, example.method, Datatype.FLOAT32, harm),
                            args.toArray(String[]::new));
            assertEquals(List.of(1, 1, 1), statuses);
            assertEquals(1, output.lines().size());
            return output.lines().get(0);
        }
    }

    private static void flip(ByteBuffer buffer, int at) {
        buffer.put(at, (byte) (buffer.get(at) ^ 1));
    }
}
