package iccl.kernel.testkit;

/**
 * One thing that every backend must do. It runs on every rank of a group at the same time.
 *
 * @param name for people, one line
 * @param leastRanks how many ranks it needs
 * @param body what each rank does
 */
public record BackendCheck(String name, int leastRanks, Body body) {
    /** What each rank does; throws {@link AssertionError} or whatever the backend threw. */
    @FunctionalInterface
    public interface Body {
        void run(ContractRank rank);
    }

    @Override
    public String toString() {
        return name;
    }
}
