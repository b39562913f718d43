package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A rank that joins by a unique id that another rank made: tells that rank, and hears who is who. */
final class MemberMachine extends MeetingMachine<MemberMachine.State> {
    /** Order is the order of a healthy run. */
    enum State {
        /** Not started. */
        IDLE,
        /** The creator is asked and has not answered. */
        ASKING,
        /** The answer is known. */
        DONE,
        /** The transport broke. */
        FAILED
    }

    private static final int NO_HANDLE = -1;

    /** The creator's own time ends first, so that its answer can say who is missing. */
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(2);

    private final Workbench bench;
    private final Meeting meeting;
    private final long timeoutNs;
    private long memory;
    private int sending = NO_HANDLE;
    private int hearing = NO_HANDLE;

    /**
     * @param timeoutNs 0 = no limit
     */
    MemberMachine(Workbench bench, Meeting meeting, long timeoutNs) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.bench = bench;
        this.meeting = meeting;
        this.timeoutNs = timeoutNs;
    }

    @Override
    public void start(CollectiveCall call, int tag, long nowNs) {
        at(nowNs);
        become(State.ASKING, "started");
        long replyBytes = Reply.bytes(meeting.size());
        memory = bench.scratch().take(Mailbox.BYTES + replyBytes);
        Identity identity = meeting.identity();
        new Mailbox.Join(bench.rank(), identity.high(), identity.low(), meeting.size(), meeting.rank(), tag)
                .write(bench.host().view(memory, Mailbox.BYTES));
        hearing = bench.endpoint().recv(identity.creator(), tag, memory + Mailbox.BYTES, replyBytes);
        sending = bench.endpoint().send(identity.creator(), Mailbox.TAG, memory, Mailbox.BYTES);
    }

    @Override
    public int step(long nowNs) {
        at(nowNs);
        return switch (state()) {
            case ASKING -> ask();
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int ask() {
        if (sending != NO_HANDLE && bench.endpoint().test(sending)) {
            sending = NO_HANDLE;
        }
        if (hearing != NO_HANDLE && bench.endpoint().test(hearing)) {
            hearing = NO_HANDLE;
            conclude(read());
        } else if (timeoutNs > 0 && inStateNs() > timeoutNs + GRACE_NS) {
            conclude(silence());
        } else {
            return 0;
        }
        release();
        become(State.DONE, "answered");
        return 1;
    }

    private Reply read() {
        ByteBuffer message = bench.host().view(memory + Mailbox.BYTES, Reply.bytes(meeting.size()));
        Reply.Kind kind = Reply.Kind.of(message.getInt());
        int detail = message.getInt();
        int[] members = new int[meeting.size()];
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = message.getInt();
        }
        return new Reply(kind, detail, members);
    }

    /** Not even the creator came, so nobody knows of the others. */
    private Reply silence() {
        int[] members = new int[meeting.size()];
        Arrays.fill(members, -1);
        members[meeting.rank()] = bench.rank();
        return new Reply(Reply.Kind.LATE, (int) TimeUnit.NANOSECONDS.toMillis(timeoutNs), members);
    }

    private void release() {
        if (sending != NO_HANDLE) {
            bench.endpoint().cancel(sending);
        }
        if (hearing != NO_HANDLE) {
            bench.endpoint().cancel(hearing);
        }
        sending = NO_HANDLE;
        hearing = NO_HANDLE;
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
        return "MemberMachine " + life() + ", waits for world rank "
                + meeting.identity().creator();
    }
}
