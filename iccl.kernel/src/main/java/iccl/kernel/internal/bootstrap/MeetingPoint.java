package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.communicator.RankCommunicator;
import iccl.kernel.internal.communicator.Tags;
import iccl.kernel.port.Endpoint;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets ranks of a launched world find each other: whoever joins by a unique id tells the rank that made it, which tells
 * all members who is who.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class MeetingPoint {
    private static final int FIRST_ANSWER_TAG = Mailbox.TAG + 1;

    private final RankCommunicator world;
    private final Mailbox mailbox = new Mailbox();
    /** Guarded by this, as are the tags: ids that this process is joining by. */
    private final Set<Identity> joining = new HashSet<>();

    private final BitSet tagsInUse = new BitSet();

    MeetingPoint(RankCommunicator world) {
        this.world = world;
    }

    /**
     * Joins and returns when all members have.
     *
     * @param timeoutNs 0 = no limit
     * @return the endpoint of the members
     */
    Endpoint meet(Meeting meeting, long timeoutNs) {
        int creator = meeting.identity().creator();
        if (creator < 0 || creator >= world.size()) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "commInitRank: the unique id was made outside of the world that the launcher started; a rank of "
                            + "that world must make it");
        }
        int tag = enter(meeting);
        boolean answered = false;
        try {
            Reply reply = creator == world.rank() ? gather(meeting, timeoutNs) : join(meeting, tag, timeoutNs);
            answered = true;
            IcclException error = reply.error(meeting);
            if (error != null) {
                throw error;
            }
            return world.subgroup(reply.members(), meeting.tag());
        } finally {
            leave(meeting, tag, answered);
        }
    }

    private Reply gather(Meeting meeting, long timeoutNs) {
        return run(Mailbox.TAG, bench -> new CreatorMachine(bench, mailbox, meeting, timeoutNs));
    }

    private Reply join(Meeting meeting, int tag, long timeoutNs) {
        return run(tag, bench -> new MemberMachine(bench, meeting, timeoutNs));
    }

    private Reply run(int tag, Function<Workbench, MeetingMachine<?>> maker) {
        @Nullable MeetingMachine<?>[] made = new MeetingMachine<?>[1];
        world.runControl(tag, bench -> {
            MeetingMachine<?> machine = maker.apply(bench);
            made[0] = machine;
            return machine;
        });
        return Objects.requireNonNull(made[0]).reply();
    }

    private synchronized int enter(Meeting meeting) {
        int free = tagsInUse.nextClearBit(0);
        if (FIRST_ANSWER_TAG + free >= Tags.POINT_TO_POINT) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE, "commInitRank: too many joins of this process at the same time");
        }
        if (!joining.add(meeting.identity())) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "commInitRank: another rank of the same unique id is joining in this process; a launched process "
                            + "is one rank, use commInitAll for several");
        }
        tagsInUse.set(free);
        return FIRST_ANSWER_TAG + free;
    }

    /** An answer that comes too late must not meet another join: its tag is not used again. */
    private synchronized void leave(Meeting meeting, int tag, boolean answered) {
        joining.remove(meeting.identity());
        if (answered) {
            tagsInUse.clear(tag - FIRST_ANSWER_TAG);
        }
    }
}
