package iccl.examples.internal.suite;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What all ranks found together. The same on every rank.
 *
 * @param problem null when all is well; otherwise what is wrong, on one line
 * @param nanos the slowest rank's time
 */
record Verdict(@Nullable String problem, long nanos) {
    boolean passed() {
        return problem == null;
    }

    /** Lets every rank know every rank's finding. */
    static Verdict of(Iccl iccl, Communicator world, Finding mine, @Nullable Datatype type) {
        Buffer send = iccl.memAlloc(Finding.LONGS * Long.BYTES);
        Buffer recv = iccl.memAlloc((long) world.size() * Finding.LONGS * Long.BYTES);
        try {
            mine.writeTo(send.asByteBuffer().asLongBuffer());
            world.allGather(send, recv, Finding.LONGS, Datatype.INT64, null);
            LongBuffer words = recv.asByteBuffer().asLongBuffer();
            List<@Nullable Finding> findings = new ArrayList<>();
            for (int rank = 0; rank < world.size(); rank++) {
                findings.add(Finding.readFrom(words));
            }
            // Should this very exchange be broken, a rank still trusts what it found itself.
            findings.set(world.rank(), mine);
            return of(findings, type);
        } finally {
            iccl.memFree(send);
            iccl.memFree(recv);
        }
    }

    static Verdict of(List<@Nullable Finding> findings, @Nullable Datatype type) {
        String first = null;
        StringJoiner others = new StringJoiner(", ", "; also wrong on rank ", "").setEmptyValue("");
        long slowest = 0;
        for (int rank = 0; rank < findings.size(); rank++) {
            String problem = problem(findings.get(rank), findings.get(0), type);
            if (problem != null && first == null) {
                first = "rank " + rank + ", " + problem;
            } else if (problem != null) {
                others.add(Integer.toString(rank));
            }
            Finding finding = findings.get(rank);
            slowest = Math.max(slowest, finding == null ? 0 : finding.nanos());
        }
        return new Verdict(first == null ? null : first + others, slowest);
    }

    private static @Nullable String problem(
            @Nullable Finding finding, @Nullable Finding ofRank0, @Nullable Datatype type) {
        if (finding == null) {
            return "its finding did not arrive";
        }
        if (finding.failure() != null) {
            return finding.failure().text(type);
        }
        boolean sameBits = ofRank0 == null || finding.checksum() == ofRank0.checksum();
        return sameBits ? null : "the result has not the same bits as on rank 0";
    }
}
