package iccl.examples.internal.suite;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import iccl.api.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One iteration of an example: the arguments of the operation as the command line asks for, memory, and the checks. A
 * buffer consists of blocks of {@link #count} elements.
 */
public final class Trial {
    private final Session session;
    private final Case asked;
    private final Data data;
    private final int iteration;
    private final Stopwatch stopwatch;
    private final List<Memory> taken = new ArrayList<>();
    private final CRC32C checksum = new CRC32C();
    private @Nullable Failure failure;
    private long nanos;

    /** Takes the time of an operation that a trial ran. */
    @FunctionalInterface
    public interface Stopwatch {
        /**
         * @param operation runs it to its end, each time that it is called
         * @return nanoseconds
         */
        long time(Runnable operation);

        /** One run. */
        Stopwatch ONCE = operation -> {
            long start = System.nanoTime();
            operation.run();
            return System.nanoTime() - start;
        };
    }

    Trial(Session session, Case asked, Data data, int iteration) {
        this(session, asked, data, iteration, Stopwatch.ONCE);
    }

    public Trial(Session session, Case asked, Data data, int iteration, Stopwatch stopwatch) {
        this.stopwatch = stopwatch;
        this.session = session;
        this.asked = asked;
        this.data = data;
        this.iteration = iteration;
    }

    public Iccl iccl() {
        return session.iccl();
    }

    public Communicator world() {
        return session.world();
    }

    public long count() {
        return asked.count();
    }

    public Datatype type() {
        return Objects.requireNonNull(asked.type(), "this operation has no datatype");
    }

    public ReductionOp op() {
        return Objects.requireNonNull(asked.op(), "this operation has no reduction");
    }

    public int root() {
        return asked.root();
    }

    public boolean isRoot() {
        return asked.root() == world().rank();
    }

    public boolean inPlace() {
        return asked.inPlace();
    }

    /** Null, unless {@code --stream} was given. */
    public @Nullable Stream stream() {
        return session.stream();
    }

    /** 0 for the first. */
    public int iteration() {
        return iteration;
    }

    /** What every rank gives, and what comes out. */
    public Data data() {
        return data;
    }

    /** Memory to send from. Its content is of no use: {@link #fill} it. */
    public Buffer sendBuffer(int blocks) {
        return take(session.sendMemory(), blocks);
    }

    /** Memory to receive into. */
    public Buffer recvBuffer(int blocks) {
        return take(session.recvMemory(), blocks);
    }

    /** A block of a buffer; a buffer too, on the same memory. */
    public Buffer block(Buffer buffer, int block) {
        long blockBytes = count() * type().bytes();
        return buffer.slice(block * blockBytes, blockBytes);
    }

    /** Fills a buffer with the numbers that this rank gives. */
    public void fill(Buffer buffer) {
        session.mirror().write(buffer, host -> mine().writeTo(host, 0));
    }

    /** Runs the operation, to its end, and takes the time. All ranks begin together. */
    public void timed(Runnable operation) {
        Stream stream = stream();
        world().barrier(null);
        nanos = stopwatch.time(
                stream == null
                        ? operation
                        : () -> {
                            operation.run();
                            stream.synchronize();
                        });
    }

    /** Every element of a block must be as the pattern has it from an index on. */
    public void expect(Buffer buffer, int block, Pattern pattern, long firstIndex) {
        long first = block * count();
        compare(Failure.Kind.RESULT, block(buffer, block), pattern, firstIndex, first);
    }

    /** The buffer must still hold what {@link #fill} put there: operations only read what they send. */
    public void expectUnchanged(Buffer buffer) {
        compare(Failure.Kind.SEND_BUFFER, buffer, mine(), 0, 0);
    }

    /** The buffer must have the same bits on every rank, as the ranks find out together after the last iteration. */
    public void expectSameEverywhere(Buffer buffer) {
        Pattern.forEachWindow(session.mirror().read(buffer), (at, window) -> checksum.update(window));
    }

    /** The barrier must not have let this rank go before the late rank came, so long after this rank did. */
    public void expectWaited(int lateRank, long atLeastNanos, long waitedNanos) {
        if (waitedNanos < atLeastNanos) {
            fail(new Failure(Failure.Kind.EARLY, lateRank, atLeastNanos, waitedNanos));
        }
    }

    /** Nothing outside of the buffers may have been touched. */
    public void checkGuards() {
        for (Memory memory : taken) {
            OptionalLong touched = memory.touched();
            if (touched.isPresent()) {
                fail(new Failure(Failure.Kind.GUARD, touched.getAsLong(), 0, 0));
            }
        }
    }

    /** Whether nothing was wrong so far. */
    public boolean isRight() {
        return failure == null;
    }

    /** The first thing that was wrong, or null. */
    @Nullable
    Failure failure() {
        return failure;
    }

    long checksum() {
        return checksum.getValue();
    }

    long nanos() {
        return nanos;
    }

    private Buffer take(Memory memory, int blocks) {
        taken.add(memory);
        return memory.take(Math.multiplyExact(blocks * (long) type().bytes(), count()));
    }

    private Pattern mine() {
        return data.of(world().rank());
    }

    private void compare(Failure.Kind kind, Buffer buffer, Pattern pattern, long patternIndex, long bufferIndex) {
        Buffer host = session.mirror().read(buffer);
        long wrong = pattern.firstDifference(host, patternIndex);
        if (wrong != Pattern.SAME) {
            long got = Elements.get(
                    type(), host.slice(wrong * type().bytes(), type().bytes()).asByteBuffer(), 0);
            fail(new Failure(kind, bufferIndex + wrong, pattern.bits(patternIndex + wrong), got));
        }
    }

    private void fail(Failure found) {
        if (failure == null) {
            failure = found;
        }
    }
}
