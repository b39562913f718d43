package iccl.backend.mpi;

import iccl.api.IcclException;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages and collectives of one communicator, from start to end. Not thread-safe: {@link MpiEndpoint} locks. */
final class Traffic {
    private static final Logger LOG = LoggerFactory.getLogger(Traffic.class);

    /** MPI cannot give up a send, so there is little to wait for; a receive or a collective would write to memory. */
    private static final long DISCARD_SEND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long DISCARD_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final MpiCommunicator communicator;
    private final Scratch scratch;
    private final MpiCollectives collectives;
    private final Control control;
    private final Handles handles = new Handles();
    private boolean unclean;

    Traffic(MpiCommunicator communicator, HostPlatform host) {
        this.communicator = communicator;
        this.control = new Control(communicator, host);
        this.scratch = new Scratch(host);
        this.collectives = new MpiCollectives(communicator, host, scratch);
    }

    /** Whether MPI still holds something of this communicator, which must stay then. */
    boolean isUnclean() {
        return unclean;
    }

    int post(Pending.Kind kind, int peer, int tag, long address, long bytes) {
        Pending pending = handles.take();
        pending.begin(kind, peer, tag, bytes);
        try {
            for (int chunk = 0; chunk < Chunks.count(bytes); chunk++) {
                long from = address + Chunks.offset(chunk);
                int length = Chunks.length(bytes, chunk);
                pending.add(
                        kind == Pending.Kind.SEND
                                ? communicator.send(peer, tag, from, length)
                                : communicator.receive(peer, tag, from, length));
            }
        } catch (MpiFailure failure) {
            throw failed(failure, pending, 0);
        }
        if (kind == Pending.Kind.SEND) {
            control.noteSend(peer, tag, bytes);
        }
        return pending.handle;
    }

    /** Tells the peers that this rank aborts; they may never take that message. */
    void abort() {
        unclean = true;
        control.abort();
    }

    /** The rank that has aborted, or {@link MpiCommunicator#NOBODY}. */
    int lookForAbort() {
        return control.look();
    }

    boolean offers(CollectiveCall call) {
        return collectives.offers(call);
    }

    int start(CollectiveCall call) {
        Pending pending = handles.take();
        pending.begin(Pending.Kind.COLLECTIVE, call.root(), 0, 0);
        pending.operation = call.operation();
        try {
            collectives.start(call, pending);
        } catch (MpiFailure failure) {
            throw failed(failure, pending, 0);
        }
        return pending.handle;
    }

    /** Whether it is done; ends the handle then, and when it throws. */
    boolean advance(int handle) {
        Pending pending = handles.get(handle);
        while (pending.done < pending.count) {
            long received = testNext(pending);
            if (received == MpiCommunicator.PENDING) {
                return false;
            }
            int chunk = pending.done++;
            if (pending.kind == Pending.Kind.RECEIVE && received != Chunks.length(pending.bytes, chunk)) {
                throw discarded(mismatch(pending, Chunks.offset(chunk) + received), pending);
            }
        }
        collectives.finish(pending);
        handles.give(pending);
        return true;
    }

    private IcclException mismatch(Pending pending, long sent) {
        return Failures.lengths(pending, communicator.rank(), sent, null);
    }

    private long testNext(Pending pending) {
        try {
            return communicator.test(pending.requests[pending.done]);
        } catch (MpiFailure failure) {
            int chunk = pending.done++;
            throw failed(failure, pending, chunk);
        }
    }

    private IcclException failed(MpiFailure failure, Pending pending, int chunk) {
        if (failure.kind() != MpiFailure.Kind.TRUNCATED) {
            return discarded(Failures.of(failure, pending, communicator.rank()), pending);
        }
        long sent = failure.receivedBytes() == MpiFailure.UNKNOWN
                ? control.askLength(pending.peer, pending.tag, pending.bytes)
                : Chunks.offset(chunk) + failure.receivedBytes();
        return discarded(Failures.lengths(pending, communicator.rank(), sent, failure), pending);
    }

    private IcclException discarded(IcclException failure, Pending pending) {
        discard(List.of(pending), DISCARD_NANOS);
        return failure;
    }

    void discard(int handle) {
        Pending pending = handles.get(handle);
        discard(List.of(pending), pending.kind == Pending.Kind.SEND ? DISCARD_SEND_NANOS : DISCARD_NANOS);
    }

    /** Ends all operations and gives back what is ours. */
    void end() {
        discard(handles.active(), DISCARD_NANOS);
        scratch.free();
        control.free();
    }

    /** Gives back what is ours once MPI has ended: it uses none of it any more. */
    void endAfterMpi() {
        for (Pending pending : handles.active()) {
            scratch.give(pending);
            handles.give(pending);
        }
        scratch.free();
        control.free();
    }

    /** Ends operations whatever became of them; waits for what MPI gives up or completes, within that time. */
    private void discard(List<Pending> several, long nanos) {
        for (Pending pending : several) {
            for (int i = pending.done; pending.kind == Pending.Kind.RECEIVE && i < pending.count; i++) {
                communicator.cancelReceive(pending.requests[i]);
            }
        }
        Waiting.until(() -> areOver(several), nanos);
        for (Pending pending : several) {
            if (pending.done == pending.count) {
                scratch.give(pending);
            } else {
                abandon(pending);
            }
            handles.give(pending);
        }
    }

    private void abandon(Pending pending) {
        unclean = true;
        if (pending.kind != Pending.Kind.SEND) {
            LOG.warn(
                    "rank {}: MPI does not give up {}; its memory may still be written to",
                    communicator.rank(),
                    pending.describe());
        }
    }

    /** Tests them all: one that never ends must not hide the others. */
    private boolean areOver(List<Pending> several) {
        boolean all = true;
        for (Pending pending : several) {
            all &= isOver(pending);
        }
        return all;
    }

    private boolean isOver(Pending pending) {
        while (pending.done < pending.count) {
            try {
                if (communicator.test(pending.requests[pending.done]) == MpiCommunicator.PENDING) {
                    return false;
                }
            } catch (MpiFailure failure) {
                // Nobody waits for this operation any more, and a failure ends it as well.
                LOG.debug("rank {}: while discarding {}", communicator.rank(), pending.describe(), failure);
            }
            pending.done++;
        }
        return true;
    }
}
