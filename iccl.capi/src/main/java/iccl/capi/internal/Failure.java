package iccl.capi.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.nio.charset.StandardCharsets;

/** What went wrong last in each thread, for the C side to fetch; no exception crosses the border. */
final class Failure {
    private static final ThreadLocal<String> TEXT = ThreadLocal.withInitial(() -> "");

    private Failure() {}

    /** Keeps the text and gives the result. */
    static int of(Throwable thrown) {
        if (thrown instanceof IcclException known) {
            TEXT.set(known.describe());
            return Numbers.result(known.code());
        }
        if (thrown instanceof OutOfMemoryError) {
            TEXT.set("the JVM in this process has no memory left: " + thrown.getMessage()
                    + "; give it more by ICCL_JAVA_OPTS=-Xmx...");
            return Numbers.result(ResultCode.SYSTEM_ERROR);
        }
        TEXT.set(thrown + at(thrown));
        return Numbers.result(ResultCode.INTERNAL_ERROR);
    }

    /** For a report: where something happened that should not. */
    private static String at(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    /** In UTF-8. */
    static byte[] text() {
        return TEXT.get().getBytes(StandardCharsets.UTF_8);
    }
}
