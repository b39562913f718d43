package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import java.util.concurrent.TimeUnit;

/** Makes the exceptions of tasks. */
public final class Failures {
    private Failures() {}

    /** What went wrong inside a task, as the task's failure. */
    static IcclException of(Throwable thrown, Task task, String communicator) {
        Operation operation = task.call().operation();
        if (thrown instanceof IcclException known) {
            return new IcclException(
                    known.code(),
                    operation,
                    known.rank(),
                    operation.title() + " on " + communicator + ": " + known.getMessage(),
                    known);
        }
        return new IcclException(
                ResultCode.INTERNAL_ERROR,
                operation,
                IcclException.NO_RANK,
                operation.title() + " on " + communicator + " failed inside ICCL: " + thrown + "; please report it",
                thrown);
    }

    /** The failure of an operation because the whole communicator failed. */
    public static IcclException because(IcclException why, Operation operation, String communicator) {
        return new IcclException(
                why.code(),
                operation,
                why.rank(),
                operation.title() + " on " + communicator + " cannot run any more: " + why.getMessage(),
                why);
    }

    static IcclException timeout(Task task, String communicator) {
        Operation operation = task.call().operation();
        int peer = task.machine().awaitedPeer();
        String waitsFor = peer == IcclException.NO_RANK ? "" : ", waits for rank " + peer;
        return new IcclException(
                ResultCode.TIMEOUT,
                operation,
                peer,
                operation.title() + " on " + communicator + " made no progress for " + seconds(task.timeoutNs())
                        + " s (iccl.timeout)" + waitsFor + "; its state: "
                        + task.machine().describe()
                        + "; look whether the other ranks still run and issued the same operation",
                null);
    }

    private static String seconds(long ns) {
        return String.valueOf(ns / (double) TimeUnit.SECONDS.toNanos(1)).replaceFirst("\\.0$", "");
    }
}
