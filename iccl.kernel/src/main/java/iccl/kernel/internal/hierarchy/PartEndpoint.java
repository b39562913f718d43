package iccl.kernel.internal.hierarchy;

import iccl.kernel.port.Endpoint;

/**
 * Some ranks of an endpoint with numbers of their own: the ranks of a node, or of a rail. Messages go under the tag of the whole
 * communicator's operation, so that parts without a rank in common may use the same one. The endpoint behind it is another's to
 * end.
 */
public final class PartEndpoint implements Endpoint {
    private final Endpoint whole;
    private final int[] members;
    private final int rank;
    private final int[] nodes;

    /**
     * @param members ranks of the whole, in the order of their ranks here; contains its own
     */
    public PartEndpoint(Endpoint whole, int[] members) {
        this.whole = whole;
        this.members = members.clone();
        this.nodes = new int[members.length];
        int own = -1;
        for (int index = 0; index < members.length; index++) {
            own = members[index] == whole.rank() ? index : own;
            nodes[index] = firstOnNodeOf(index);
        }
        this.rank = own;
    }

    private int firstOnNodeOf(int index) {
        int first = 0;
        while (whole.nodeOf(members[first]) != whole.nodeOf(members[index])) {
            first++;
        }
        return first;
    }

    /** Which rank of the whole a rank is. */
    int outer(int peer) {
        return members[peer];
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return members.length;
    }

    @Override
    public int nodeOf(int peer) {
        return nodes[peer];
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        return whole.send(members[peer], tag, address, bytes);
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        return whole.recv(members[peer], tag, address, bytes);
    }

    @Override
    public boolean test(int handle) {
        return whole.test(handle);
    }

    @Override
    public void cancel(int handle) {
        whole.cancel(handle);
    }

    @Override
    public void look(int peer) {
        whole.look(members[peer]);
    }

    @Override
    public Endpoint subgroup(int[] part, int tag) {
        throw new UnsupportedOperationException("a part of an endpoint has no parts");
    }

    @Override
    public void abort() {
        whole.abort();
    }

    /** Nothing is its own. */
    @Override
    public void close() {}
}
