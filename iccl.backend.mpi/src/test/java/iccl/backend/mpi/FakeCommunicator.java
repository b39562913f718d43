package iccl.backend.mpi;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records what is posted; a test says how each request ends. */
final class FakeCommunicator implements MpiCommunicator {
    /** A message that was posted. */
    record Posted(boolean send, int peer, int tag, long address, int bytes) {}

    final List<Posted> posted = new ArrayList<>();
    final List<CollectiveCall> started = new ArrayList<>();
    final List<Long> cancelled = new ArrayList<>();
    private final Map<Long, Long> ended = new HashMap<>();
    private final Map<Long, MpiFailure> failed = new HashMap<>();
    private final int rank;
    private final int size;
    boolean lastWasInPlaceAtRoot;
    boolean freed;
    private long next;

    FakeCommunicator(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    void end(long request, long bytes) {
        ended.put(request, bytes);
    }

    void fail(long request, MpiFailure failure) {
        failed.put(request, failure);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long send(int peer, int tag, long address, int bytes) {
        posted.add(new Posted(true, peer, tag, address, bytes));
        return next++;
    }

    @Override
    public long receive(int peer, int tag, long address, int bytes) {
        posted.add(new Posted(false, peer, tag, address, bytes));
        return next++;
    }

    @Override
    public long test(long request) {
        MpiFailure failure = failed.remove(request);
        if (failure != null) {
            throw failure;
        }
        @Nullable Long bytes = ended.remove(request);
        return bytes == null ? PENDING : bytes;
    }

    @Override
    public void cancelReceive(long request) {
        cancelled.add(request);
        ended.put(request, 0L);
    }

    @Override
    public int probe(int tag) {
        return NOBODY;
    }

    @Override
    public boolean hasUnreceived() {
        return false;
    }

    @Override
    public boolean reduces(Datatype type, ReductionOp op) {
        return true;
    }

    @Override
    public long start(CollectiveCall call, boolean inPlaceAtRoot) {
        started.add(call);
        lastWasInPlaceAtRoot = inPlaceAtRoot;
        return next++;
    }

    @Override
    public MpiCommunicator part(int[] members, int tag) {
        return new FakeCommunicator(0, members.length);
    }

    @Override
    public MpiCommunicator sharingMemory() {
        return this;
    }

    @Override
    public void free() {
        freed = true;
    }
}
