package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the creator of a unique id answers to all who came. */
final class Reply {
    /** Kind and detail come before the members. */
    static final int HEADER_BYTES = 2 * Integer.BYTES;

    /** How it ended. */
    enum Kind {
        /** All have come. */
        WELCOME(1),
        /** Somebody gave another size; the detail is the creator's. */
        OTHER_SIZE(2),
        /** Two gave the same rank, which is the detail. */
        SAME_RANK(3),
        /** The time is up; the detail is the creator's patience in milliseconds. */
        LATE(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** What goes over the wire. */
        int code() {
            return code;
        }

        static Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IcclException(ResultCode.INTERNAL_ERROR, "a reply of the unknown kind " + code);
        }
    }

    private final Kind kind;
    private final int detail;
    private final int[] members;

    /**
     * @param kind how it ended
     * @param detail see {@link Kind}
     * @param members the members' ranks in the world; -1 for those who did not come
     */
    Reply(Kind kind, int detail, int[] members) {
        this.kind = kind;
        this.detail = detail;
        this.members = members;
    }

    Kind kind() {
        return kind;
    }

    int detail() {
        return detail;
    }

    int[] members() {
        return members;
    }

    static long bytes(int size) {
        return HEADER_BYTES + (long) size * Integer.BYTES;
    }

    /** The error that it means for a member, or null. */
    @Nullable
    IcclException error(Meeting meeting) {
        String who = "commInitRank of rank " + meeting.rank() + " for "
                + meeting.identity().name() + ": ";
        return switch (kind) {
            case WELCOME -> null;
            case OTHER_SIZE -> new IcclException(
                    ResultCode.INVALID_USAGE,
                    who + "the ranks disagree about the size: " + meeting.size() + " here, " + detail
                            + " at the rank that made the id");
            case SAME_RANK -> new IcclException(
                    ResultCode.INVALID_USAGE, who + "two members gave rank = " + detail + "; each rank exists once");
            case LATE -> late(who, TimeUnit.MILLISECONDS.toNanos(detail));
        };
    }

    private IcclException late(String who, long patienceNs) {
        String missing = IntStream.range(0, members.length)
                .filter(rank -> members[rank] < 0)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return new IcclException(
                ResultCode.TIMEOUT,
                who + "the ranks that did not come within " + seconds(patienceNs) + " s (iccl.timeout.init): "
                        + missing);
    }

    static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.1f", ns / (double) TimeUnit.SECONDS.toNanos(1));
    }
}
