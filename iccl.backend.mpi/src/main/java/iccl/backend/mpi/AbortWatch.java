package iccl.backend.mpi;

import java.util.Arrays;

/** Looks now and then whether a peer has aborted, and remembers who. Not thread-safe: {@link MpiEndpoint} locks. */
final class AbortWatch {
    /** A look comes each time this many tests found that they must wait. */
    private static final int TESTS_PER_LOOK = 16;

    private final Traffic traffic;
    /** 1 where ranks are on other machines: what MPI has still to send there it sends in its calls only. */
    private final int probesPerLook;

    private int abortedBy = MpiCommunicator.NOBODY;
    private int tests;

    /**
     * @param nodes as {@link Nodes} gives them
     */
    AbortWatch(Traffic traffic, int[] nodes) {
        this.traffic = traffic;
        this.probesPerLook = Arrays.stream(nodes).allMatch(node -> node == nodes[0]) ? TESTS_PER_LOOK : 1;
    }

    /** A test has found that it must wait. */
    void onTest() {
        look(TESTS_PER_LOOK);
    }

    /** Somebody asks whether a peer is still there. */
    void onProbe() {
        look(probesPerLook);
    }

    private void look(int every) {
        if (++tests % every == 0) {
            abortedBy = traffic.lookForAbort();
        }
    }

    boolean hasSeenOne() {
        return abortedBy != MpiCommunicator.NOBODY;
    }

    void requireNone() {
        if (hasSeenOne()) {
            throw Failures.abortedBy(abortedBy);
        }
    }
}
