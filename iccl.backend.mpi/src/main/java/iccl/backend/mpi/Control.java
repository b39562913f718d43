package iccl.backend.mpi;

import iccl.api.MemorySpace;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Messages between the endpoints themselves: that one has aborted, and what the length of a message was that did not fit,
 * which some MPI libraries do not tell the receiver. Three numbers each: kind, tag, room.
 */
final class Control {
    private static final long ABORT = 1;
    private static final long QUESTION = 2;

    private static final int MESSAGE_BYTES = 24;
    private static final int IN = 32;
    private static final int ANSWER_OUT = 64;
    private static final int ANSWER_IN = 72;
    private static final int BLOCK_BYTES = 80;

    /** For a message that is there, or one that a peer takes at once. */
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** For the answer of a peer that may do something else. */
    private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final MpiCommunicator communicator;
    private final HostPlatform host;
    private final SendLog sent = new SendLog();
    private long block;
    private @Nullable ByteBuffer view;

    Control(MpiCommunicator communicator, HostPlatform host) {
        this.communicator = communicator;
        this.host = host;
    }

    void noteSend(int peer, int tag, long bytes) {
        sent.add(peer, tag, bytes);
    }

    /** Tells all others that this rank aborts. The block is MPI's from then on, unless all sends are over at once. */
    void abort() {
        write(ABORT, 0, 0);
        boolean isOver = true;
        for (int peer = 0; peer < communicator.size(); peer++) {
            if (peer != communicator.rank()) {
                long request = communicator.send(peer, Tags.CONTROL, block, MESSAGE_BYTES);
                isOver &= communicator.test(request) != MpiCommunicator.PENDING;
            }
        }
        if (!isOver) {
            forget();
        }
    }

    /** Takes one message if there is one; the rank that has aborted, or {@link MpiCommunicator#NOBODY}. */
    int look() {
        int peer = communicator.probe(Tags.CONTROL);
        if (peer == MpiCommunicator.NOBODY) {
            return MpiCommunicator.NOBODY;
        }
        ByteBuffer cells = cells();
        await(communicator.receive(peer, Tags.CONTROL, block + IN, MESSAGE_BYTES), SHORT_NANOS);
        if (cells.getLong(IN) == ABORT) {
            return peer;
        }
        long room = cells.getLong(IN + 16);
        cells.putLong(ANSWER_OUT, sent.longerThan(room, peer, (int) cells.getLong(IN + 8)));
        await(communicator.send(peer, Tags.ANSWER, block + ANSWER_OUT, 8), SHORT_NANOS);
        return MpiCommunicator.NOBODY;
    }

    /** Asks the sender for the length of a message that was longer than the room; {@link MpiFailure#UNKNOWN} if it does
     * not say. */
    long askLength(int peer, int tag, long room) {
        write(QUESTION, tag, room);
        ByteBuffer cells = cells();
        long answer = communicator.receive(peer, Tags.ANSWER, block + ANSWER_IN, 8);
        await(communicator.send(peer, Tags.CONTROL, block, MESSAGE_BYTES), SHORT_NANOS);
        boolean answered = Waiting.until(
                () -> {
                    look();
                    return communicator.test(answer) != MpiCommunicator.PENDING;
                },
                ANSWER_NANOS);
        if (answered) {
            return cells.getLong(ANSWER_IN);
        }
        communicator.cancelReceive(answer);
        await(answer, SHORT_NANOS);
        return MpiFailure.UNKNOWN;
    }

    private void await(long request, long nanos) {
        if (block != 0 && !Waiting.until(() -> communicator.test(request) != MpiCommunicator.PENDING, nanos)) {
            forget();
        }
    }

    private void write(long kind, long tag, long room) {
        cells().putLong(0, kind).putLong(8, tag).putLong(16, room);
    }

    private ByteBuffer cells() {
        ByteBuffer known = view;
        if (known == null) {
            block = host.allocate(MemorySpace.HOST, BLOCK_BYTES);
            known = host.view(block, BLOCK_BYTES);
            view = known;
        }
        return known;
    }

    /** Leaves the block to MPI, which may still use it. */
    private void forget() {
        block = 0;
        view = null;
    }

    void free() {
        if (block != 0) {
            host.free(MemorySpace.HOST, block);
            forget();
        }
    }
}
