package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The rank that made a unique id: hears who joins with which rank, and tells all of them who is who. One message from
 * and one to each member.
 */
final class CreatorMachine extends MeetingMachine<CreatorMachine.State> {
    /** Order is the order of a healthy run. */
    enum State {
        /** Not started. */
        IDLE,
        /** Hears from the members. */
        GATHERING,
        /** Everything is known; the replies are on their way. */
        REPLYING,
        /** All has been said. */
        DONE,
        /** The transport broke. */
        FAILED
    }

    private static final long REPLY_NS = TimeUnit.SECONDS.toNanos(10);

    private final Workbench bench;
    private final Mailbox mailbox;
    private final Meeting meeting;
    private final long timeoutNs;
    private final int[] members;
    private final List<Mailbox.Join> joined = new ArrayList<>();
    private final List<Integer> handles = new ArrayList<>();
    private long memory;

    /**
     * @param timeoutNs 0 = no limit
     */
    CreatorMachine(Workbench bench, Mailbox mailbox, Meeting meeting, long timeoutNs) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.bench = bench;
        this.mailbox = mailbox;
        this.meeting = meeting;
        this.timeoutNs = timeoutNs;
        this.members = new int[meeting.size()];
    }

    @Override
    public void start(CollectiveCall call, int tag, long nowNs) {
        at(nowNs);
        Arrays.fill(members, -1);
        members[meeting.rank()] = bench.rank();
        become(State.GATHERING, "started");
    }

    @Override
    public int step(long nowNs) {
        at(nowNs);
        return switch (state()) {
            case GATHERING -> gather();
            case REPLYING -> awaitReplies();
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int gather() {
        int work = mailbox.poll(bench);
        Reply.Kind trouble = null;
        int detail = 0;
        for (Mailbox.Join join : mailbox.take(meeting.identity())) {
            joined.add(join);
            if (join.size() != meeting.size()) {
                trouble = Reply.Kind.OTHER_SIZE;
                detail = meeting.size();
            } else if (members[join.rank()] >= 0) {
                trouble = Reply.Kind.SAME_RANK;
                detail = join.rank();
            } else {
                members[join.rank()] = join.peer();
            }
        }
        if (trouble != null) {
            answer(new Reply(trouble, detail, members));
        } else if (joined.size() == meeting.size() - 1) {
            answer(new Reply(Reply.Kind.WELCOME, 0, members));
        } else if (timeoutNs > 0 && inStateNs() > timeoutNs) {
            int patience = (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(timeoutNs));
            answer(new Reply(Reply.Kind.LATE, patience, members));
        } else {
            return work;
        }
        return 1;
    }

    private void answer(Reply how) {
        conclude(how);
        long stride = joined.stream()
                .mapToLong(join -> Reply.bytes(join.size()))
                .max()
                .orElse(0);
        memory = bench.scratch().take(stride * joined.size());
        long address = memory;
        for (Mailbox.Join join : joined) {
            ByteBuffer message = bench.host().view(address, Reply.bytes(join.size()));
            message.putInt(how.kind().code()).putInt(how.detail());
            for (int rank = 0; rank < join.size(); rank++) {
                message.putInt(rank < members.length ? members[rank] : -1);
            }
            handles.add(bench.endpoint().send(join.peer(), join.answerTag(), address, Reply.bytes(join.size())));
            address += stride;
        }
        become(State.REPLYING, how.kind().name());
    }

    private int awaitReplies() {
        boolean some = handles.removeIf(handle -> bench.endpoint().test(handle));
        if (handles.isEmpty() || inStateNs() > REPLY_NS) {
            release();
            become(State.DONE, "replies sent");
            return 1;
        }
        return some ? 1 : 0;
    }

    private void release() {
        handles.forEach(bench.endpoint()::cancel);
        handles.clear();
        bench.scratch().give(memory);
        memory = 0;
    }

    @Override
    public void fail(IcclException why) {
        becomeFailed(why, "failed");
        release();
    }

    @Override
    public String describe() {
        return "CreatorMachine " + life() + ", members " + Arrays.toString(members);
    }
}
