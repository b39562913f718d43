package iccl.examples.internal.suite;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
        List<@Nullable String> problems = new ArrayList<>();
        long slowest = 0;
        for (Finding finding : findings) {
            problems.add(problem(finding, type));
            slowest = Math.max(slowest, finding == null ? 0 : finding.nanos());
        }
        // Wrong elements make other bits too; those say more.
        if (problems.stream().allMatch(Objects::isNull)) {
            Finding ofRank0 = findings.get(0);
            for (int rank = 1; rank < findings.size(); rank++) {
                Finding finding = findings.get(rank);
                if (finding != null && ofRank0 != null && finding.checksum() != ofRank0.checksum()) {
                    problems.set(rank, "the result has not the same bits as on rank 0");
                }
            }
        }
        return new Verdict(describe(problems), slowest);
    }

    private static @Nullable String problem(@Nullable Finding finding, @Nullable Datatype type) {
        if (finding == null) {
            return "its finding did not arrive";
        }
        return finding.failure() == null ? null : finding.failure().text(type);
    }

    /** The first problem in full, of the others only the rank. */
    private static @Nullable String describe(List<@Nullable String> problems) {
        String first = null;
        StringJoiner others = new StringJoiner(", ", "; also wrong on rank ", "").setEmptyValue("");
        for (int rank = 0; rank < problems.size(); rank++) {
            String problem = problems.get(rank);
            if (problem != null && first == null) {
                first = "rank " + rank + ", " + problem;
            } else if (problem != null) {
                others.add(Integer.toString(rank));
            }
        }
        return first == null ? null : first + others;
    }
}
