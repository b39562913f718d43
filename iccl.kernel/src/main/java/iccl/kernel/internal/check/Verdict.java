package iccl.kernel.internal.check;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether all ranks issued the same call.
 *
 * @param oddRank the first that differs from what most ranks issued, or {@link IcclException#NO_RANK}
 * @param odd what that rank issued
 * @param common what most ranks issued; of two that are as frequent, the lower rank's
 */
record Verdict(int oddRank, String odd, String common) {
    static final int BYTES = Integer.BYTES + 2 * CallText.BYTES;

    /**
     * @param texts by rank
     */
    static Verdict of(List<String> texts) {
        Map<String, Integer> votes = new HashMap<>();
        texts.forEach(text -> votes.merge(text, 1, Integer::sum));
        String common = texts.get(0);
        for (String text : texts) {
            if (votes.getOrDefault(text, 0) > votes.getOrDefault(common, 0)) {
                common = text;
            }
        }
        for (int rank = 0; rank < texts.size(); rank++) {
            if (!texts.get(rank).equals(common)) {
                return new Verdict(rank, texts.get(rank), common);
            }
        }
        return new Verdict(IcclException.NO_RANK, common, common);
    }

    void write(ByteBuffer to) {
        to.putInt(oddRank);
        CallText.write(odd, to);
        CallText.write(common, to);
    }

    static Verdict read(ByteBuffer from) {
        return new Verdict(from.getInt(), CallText.read(from), CallText.read(from));
    }

    /** The error that it means, or null. */
    @Nullable
    IcclException error(Operation operation) {
        if (oddRank == IcclException.NO_RANK) {
            return null;
        }
        return new IcclException(
                ResultCode.INVALID_USAGE,
                operation,
                oddRank,
                "the ranks issued different operations: rank " + oddRank + " issued '" + odd + "', most others '"
                        + common + "'; nothing was moved (found by iccl.check)",
                null);
    }
}
