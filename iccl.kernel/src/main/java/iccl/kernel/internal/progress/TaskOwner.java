package iccl.kernel.internal.progress;

/** Lends tasks and hears how they end. */
public interface TaskOwner {
    /** A task in reserve has taken over an operation; {@link #onEnd} follows. */
    void onAdopted();

    /** The task has ended. Called once per life, before anybody who waits for it goes on; by any thread. */
    void onEnd(Task task);

    /** Nobody needs the task any more. Called once per life, after the end. */
    void onSettled(Task task);
}
