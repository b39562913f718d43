package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;

/**
 * A rank's place in a group under a name, and how it gets in.
 *
 * @param segments where the group's segment is found
 * @param name the group's, the same for all its ranks
 * @param what the group for people
 * @param patienceNanos how long to wait for the others, here and in parts of the group
 */
record Membership(Segments segments, String name, String what, int rank, int size, long patienceNanos) {

    /** Opens the segment, takes the rank's row, and returns when all others have theirs. */
    LocalEndpoint join(Settings settings, Muster.Condition condition) {
        Deadline deadline = new Deadline(patienceNanos);
        Segment segment = enter(settings, deadline);
        boolean complete = false;
        try {
            Muster.await(segment.control(), what, deadline, condition);
            segment.hide();
            complete = true;
        } finally {
            if (!complete) {
                leave(segment);
            }
        }
        return endpoint(settings, segment);
    }

    /** The endpoint on a segment that was entered. */
    LocalEndpoint endpoint(Settings settings, Segment segment) {
        LocalEndpoint endpoint = new LocalEndpoint(settings, this, segment);
        settings.opened().accept(endpoint);
        return endpoint;
    }

    /** Opens the segment and takes the rank's row. */
    Segment enter(Settings settings, Deadline deadline) {
        Segment segment = segments.open(name, Layout.of(size, settings.ringBytes()), deadline);
        if (!segment.control().claim(rank, ProcessIdentity.own())) {
            long other = segment.control().process(rank).id();
            segment.release();
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "two processes say they are rank %d of %s: this one (%d) and %d"
                            .formatted(rank, what, ProcessIdentity.own().id(), other));
        }
        return segment;
    }

    /** Gets out again before all have come. */
    private void leave(Segment segment) {
        try {
            // When this fails another rank took this one for dead; all know that it is gone.
            boolean told = segment.control().move(rank, RankState.JOINED, RankState.LEFT, rank);
            segment.hide();
            assert told || segment.control().state(rank) != RankState.JOINED;
        } finally {
            segment.release();
        }
    }
}
