package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * One algorithm of one operation on one rank, as a state machine that never blocks. It has no threads, no clock and no
 * I/O of its own: it talks to the ports in its {@link Workbench} and is driven by {@link #step}. So the same machine
 * runs on the caller's thread, on a stream's, and in a simulated network.
 *
 * <p>Life: {@link #start}, {@link #step} until {@link #isFinished}, then {@link #start} again for the next operation; a
 * machine is reused so that an operation allocates nothing. A machine that failed is not started again.
 *
 * <p>Threads: one at a time.
 */
public interface Machine {
    /** Instead of the time: the caller does not look at the clock yet. */
    long UNTIMED = Long.MIN_VALUE;

    /**
     * Takes up an operation.
     *
     * @param call the operation, checked
     * @param tag for all messages of this operation; other operations in flight have other tags
     * @param nowNs the time, or {@link #UNTIMED}
     */
    void start(CollectiveCall call, int tag, long nowNs);

    /**
     * Goes on as far as is possible now.
     *
     * @param nowNs the time, or {@link #UNTIMED}
     * @return how much was done; 0 = nothing, the caller may wait a little
     */
    int step(long nowNs);

    /** Whether the operation has ended, well or badly. Nothing is held any more then. */
    boolean isFinished();

    /** Why it failed, or null. */
    @Nullable
    IcclException failure();

    /** Ends the operation at once with that failure; messages are cancelled and memory is given back. */
    void fail(IcclException why);

    /** For people: the state it is in and since when. */
    String describe();

    /** The peer whose message it waits for, or {@link IcclException#NO_RANK} when it is no single one or unknown. */
    default int awaitedPeer() {
        return IcclException.NO_RANK;
    }

    /**
     * Whether the failure left all ranks in step, with nothing moved and the same failure on each; the communicator goes
     * on then. For machines that have failed.
     */
    default boolean failedInStep() {
        return false;
    }
}
