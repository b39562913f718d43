package iccl.kernel.internal.check;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.StateMachine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a collective begin only when all ranks have issued the same one. Rank 0 hears from all and answers all: two
 * messages per rank, before the first of the collective itself, under the same tag. A difference is the failure of this
 * operation on every rank; nothing has been moved and all ranks are in step, so that the communicator goes on.
 */
public final class CheckedMachine extends StateMachine<CheckedMachine.State> {
    /** Order is the order of a healthy run. */
    enum State {
        /** Not started. */
        IDLE,
        /** Rank 0 hears from the others. */
        HEARING,
        /** Rank 0's answers are on their way. */
        ANSWERING,
        /** Another rank has told rank 0 and waits for the answer. */
        ASKING,
        /** All agree; the collective runs. */
        RUNNING,
        /** The collective is done. */
        DONE,
        /** The ranks disagree, or the transport or the collective failed. */
        FAILED
    }

    private static final int NO_HANDLE = -1;

    private final Workbench bench;
    private final Machine inner;
    private final int[] handles;
    private long memory;
    private int tag;
    private boolean inStep;
    private @Nullable CollectiveCall call;
    private @Nullable IcclException disagreement;

    /**
     * @param inner what runs when all agree
     */
    public CheckedMachine(Workbench bench, Machine inner) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.bench = bench;
        this.inner = inner;
        this.handles = new int[Math.max(2, bench.size())];
        Arrays.fill(handles, NO_HANDLE);
    }

    @Override
    public void start(CollectiveCall what, int withTag, long nowNs) {
        at(nowNs);
        call = what;
        tag = withTag;
        if (bench.rank() == 0) {
            memory = bench.scratch().take((long) bench.size() * CallText.BYTES + Verdict.BYTES);
            for (int peer = 1; peer < bench.size(); peer++) {
                handles[peer] = bench.endpoint().recv(peer, tag, textOf(peer), CallText.BYTES);
            }
            become(State.HEARING, "started");
        } else {
            memory = bench.scratch().take(CallText.BYTES + Verdict.BYTES);
            CallText.write(CallText.of(what), bench.host().view(memory, CallText.BYTES));
            handles[0] = bench.endpoint().send(0, tag, memory, CallText.BYTES);
            handles[1] = bench.endpoint().recv(0, tag, memory + CallText.BYTES, Verdict.BYTES);
            become(State.ASKING, "started");
        }
    }

    private long textOf(int rank) {
        return memory + (long) rank * CallText.BYTES;
    }

    @Override
    public int step(long nowNs) {
        at(nowNs);
        return switch (state()) {
            case HEARING -> hear();
            case ANSWERING -> answer(nowNs);
            case ASKING -> ask(nowNs);
            case RUNNING -> run(nowNs);
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int hear() {
        int before = pending();
        if (testAll() > 0) {
            return before - pending();
        }
        List<String> texts = new ArrayList<>();
        texts.add(CallText.of(started(call)));
        for (int peer = 1; peer < bench.size(); peer++) {
            texts.add(CallText.read(bench.host().view(textOf(peer), CallText.BYTES)));
        }
        Verdict verdict = Verdict.of(texts);
        disagreement = verdict.error(started(call).operation());
        long answer = textOf(bench.size());
        verdict.write(bench.host().view(answer, Verdict.BYTES));
        for (int peer = 1; peer < bench.size(); peer++) {
            handles[peer] = bench.endpoint().send(peer, tag, answer, Verdict.BYTES);
        }
        become(State.ANSWERING, "all ranks were heard");
        return 1;
    }

    private int answer(long nowNs) {
        return testAll() > 0 ? 0 : conclude(nowNs);
    }

    private int ask(long nowNs) {
        if (testAll() > 0) {
            return 0;
        }
        disagreement = Verdict.read(bench.host().view(memory + CallText.BYTES, Verdict.BYTES))
                .error(started(call).operation());
        return conclude(nowNs);
    }

    private int conclude(long nowNs) {
        release();
        if (disagreement != null) {
            inStep = true;
            becomeFailed(disagreement, "the ranks disagree");
            return 1;
        }
        become(State.RUNNING, "all ranks agree");
        inner.start(started(call), tag, nowNs);
        return 1 + run(nowNs);
    }

    private int run(long nowNs) {
        int work = inner.step(nowNs);
        if (inner.isFinished()) {
            IcclException why = inner.failure();
            if (why == null) {
                become(State.DONE, "the collective has ended");
            } else {
                becomeFailed(why, "the collective has failed");
            }
            return work + 1;
        }
        return work;
    }

    /** How many messages are not done. */
    private int testAll() {
        for (int index = 0; index < handles.length; index++) {
            if (handles[index] != NO_HANDLE && bench.endpoint().test(handles[index])) {
                handles[index] = NO_HANDLE;
            }
        }
        return pending();
    }

    private int pending() {
        int count = 0;
        for (int handle : handles) {
            count += handle == NO_HANDLE ? 0 : 1;
        }
        return count;
    }

    private void release() {
        long address = memory;
        memory = 0;
        try {
            for (int index = 0; index < handles.length; index++) {
                int handle = handles[index];
                handles[index] = NO_HANDLE;
                if (handle != NO_HANDLE) {
                    bench.endpoint().cancel(handle);
                }
            }
        } finally {
            bench.scratch().give(address);
        }
    }

    @Override
    public boolean failedInStep() {
        return inStep;
    }

    @Override
    public void fail(IcclException why) {
        boolean running = state() == State.RUNNING;
        becomeFailed(why, "failed");
        if (running) {
            inner.fail(why);
        } else {
            release();
        }
    }

    @Override
    public int awaitedPeer() {
        return switch (state()) {
            case ASKING -> 0;
            case HEARING -> firstSilent();
            case RUNNING -> inner.awaitedPeer();
            case IDLE, ANSWERING, DONE, FAILED -> IcclException.NO_RANK;
        };
    }

    private int firstSilent() {
        int peer = 1;
        while (peer < handles.length && handles[peer] == NO_HANDLE) {
            peer++;
        }
        return peer < handles.length ? peer : IcclException.NO_RANK;
    }

    @Override
    public String describe() {
        return "CheckedMachine " + life() + (state() == State.RUNNING ? ": " + inner.describe() : "");
    }
}
