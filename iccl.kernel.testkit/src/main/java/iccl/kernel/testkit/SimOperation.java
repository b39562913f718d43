package iccl.kernel.testkit;

import iccl.api.IcclException;
import org.jspecify.annotations.Nullable;

/** What a handle of a {@link SimEndpoint} stands for. */
final class SimOperation {
    final boolean sends;
    final int peer;
    final int tag;
    final long address;
    final long bytes;
    /** The other end, once both are there. */
    @Nullable
    SimOperation partner;
    /** Of a send: the message's bytes, when they do not wait in the sender's memory. */
    byte @Nullable [] buffered;
    /** Of a send. */
    long arrivalNs;

    boolean done;

    @Nullable
    IcclException failure;

    /** The collective that it is a part of, instead of a message. */
    @Nullable
    SimCollective collective;

    SimOperation(boolean sends, int peer, int tag, long address, long bytes) {
        this.sends = sends;
        this.peer = peer;
        this.tag = tag;
        this.address = address;
        this.bytes = bytes;
    }

    @Override
    public String toString() {
        if (collective != null) {
            return collective.toString();
        }
        return (sends ? "send of " : "recv of ") + bytes + " bytes " + (sends ? "to" : "from") + " rank " + peer
                + " with tag " + tag;
    }
}
