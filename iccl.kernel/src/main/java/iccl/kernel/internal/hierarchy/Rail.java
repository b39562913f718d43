package iccl.kernel.internal.hierarchy;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.select.Means;
import iccl.kernel.internal.select.Selection;
import iccl.kernel.port.CollectiveCall;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one rank does along its rail, one chunk after the other: by the algorithms, and the choice between them, of a communicator
 * that has one rank on each node.
 */
final class Rail {
    private final PartEndpoint endpoint;
    private final Workbench bench;
    private final Selection selection;
    private final IdentityHashMap<Algorithm, Machine> machines = new IdentityHashMap<>();
    private final CollectiveCall call = new CollectiveCall();
    private @Nullable Machine running;

    Rail(Workbench whole, NodeMap map) {
        endpoint = new PartEndpoint(whole.endpoint(), map.rail());
        bench = new Workbench(endpoint, whole.host(), whole.scratch(), whole.segmentBytes());
        selection = new Selection(map.nodes(), map.nodes(), false, "");
    }

    /** To be filled before {@link #start}. */
    CollectiveCall call() {
        return call;
    }

    void start(int tag, long nowNs) {
        Algorithm algorithm = selection.choose(call, Means.MESSAGES);
        Machine machine = machines.get(algorithm);
        if (machine == null) {
            machine = algorithm.machine().apply(bench);
            machines.put(algorithm, machine);
        }
        running = machine;
        machine.start(call, tag, nowNs);
    }

    boolean isRunning() {
        return running != null;
    }

    /**
     * Goes on with what runs.
     *
     * @return how much was done; if it has ended {@link #isRunning} is false now
     * @throws IcclException when it has failed
     */
    int step(long nowNs) {
        Machine machine = running;
        if (machine == null) {
            return 0;
        }
        int work = machine.step(nowNs);
        if (machine.isFinished()) {
            running = null;
            IcclException why = machine.failure();
            if (why != null) {
                throw why;
            }
            return work + 1;
        }
        return work;
    }

    void fail(IcclException why) {
        Machine machine = running;
        running = null;
        if (machine != null) {
            machine.fail(why);
        }
    }

    /** The rank that it waits for, if it is one. */
    int awaitedPeer() {
        Machine machine = running;
        int node = machine == null ? IcclException.NO_RANK : machine.awaitedPeer();
        return node == IcclException.NO_RANK ? node : endpoint.outer(node);
    }

    /** For people; what it calls ranks are nodes. */
    String describe() {
        Machine machine = running;
        return machine == null ? "nothing on its rail" : "on its rail, where ranks are nodes: " + machine.describe();
    }
}
