package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;

/**
 * A rank went away.
 *
 * @param rank the rank that went
 * @param culprit the rank that is to blame, in the numbering of the group
 * @param code what operations that need the rank fail with
 * @param how the sentence about it
 */
record Departure(int rank, int culprit, ResultCode code, String how) {
    /** What a control area says of a rank that is no longer {@link RankState#JOINED}. */
    static Departure of(Control control, int rank) {
        int culprit = control.culprit(rank);
        String how =
                switch (control.state(rank)) {
                    case CLOSED -> "rank " + rank + " closed its end of the group";
                    case DEAD -> "rank " + rank + " died (process "
                            + control.process(rank).id() + ")";
                    case ABORTED -> culprit == rank
                            ? "rank " + rank + " aborted"
                            : "rank " + rank + " aborted because rank " + culprit + " failed";
                    case ABSENT, JOINED, LEFT -> "rank " + rank + " left the group before all had come";
                };
        return new Departure(rank, culprit, ResultCode.REMOTE_ERROR, how);
    }

    /** This rank aborted. */
    static Departure here(int rank) {
        return new Departure(rank, rank, ResultCode.INVALID_USAGE, "the group was aborted here, on rank " + rank);
    }

    IcclException exception(String consequence) {
        return new IcclException(code, null, culprit, how + "; " + consequence, null);
    }
}
