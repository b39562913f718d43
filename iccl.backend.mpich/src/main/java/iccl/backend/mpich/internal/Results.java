package iccl.backend.mpich.internal;

import iccl.backend.mpi.MpiFailure;
import iccl.backend.mpich.internal.jni.MpichNative;
import java.nio.ByteBuffer;

/** Turns the error codes among the results of {@link MpichNative} into failures. */
final class Results {
    private static final int ERR_TRUNCATE = 14;
    private static final int ERR_PROC_FAILED = 101;
    private static final int ERR_PROC_FAILED_PENDING = 102;

    private Results() {}

    /** The result, unless it is an error. */
    static long checked(long result) {
        if (result < -1) {
            throw failure(result);
        }
        return result;
    }

    private static MpiFailure failure(long result) {
        int code = Math.toIntExact(-2 - result);
        ByteBuffer text = Texts.buffer();
        MpichNative.errorString(text, code);
        String message = Texts.read(text).replaceAll("\\s*\\n\\s*", "; ");
        return switch (MpichNative.errorClass(code)) {
                // MPICH does not tell how long the message was.
            case ERR_TRUNCATE -> new MpiFailure(MpiFailure.Kind.TRUNCATED, message, MpiFailure.UNKNOWN);
            case ERR_PROC_FAILED, ERR_PROC_FAILED_PENDING -> new MpiFailure(
                    MpiFailure.Kind.PEER_GONE, message, MpiFailure.UNKNOWN);
            default -> MpiFailure.of(message);
        };
    }
}
