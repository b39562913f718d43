package iccl.kernel.testkit;

import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import org.jspecify.annotations.Nullable;

/** An endpoint that is another one, but for what a test overrides. */
public class ForwardingEndpoint implements Endpoint {
    private final Endpoint inner;

    public ForwardingEndpoint(Endpoint inner) {
        this.inner = inner;
    }

    @Override
    public int rank() {
        return inner.rank();
    }

    @Override
    public int size() {
        return inner.size();
    }

    @Override
    public int nodeOf(int rank) {
        return inner.nodeOf(rank);
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        return inner.send(peer, tag, address, bytes);
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        return inner.recv(peer, tag, address, bytes);
    }

    @Override
    public boolean test(int handle) {
        return inner.test(handle);
    }

    @Override
    public void cancel(int handle) {
        inner.cancel(handle);
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        return inner.subgroup(members, tag);
    }

    @Override
    public @Nullable String objectionToDeviceMemory(String platform) {
        return inner.objectionToDeviceMemory(platform);
    }

    @Override
    public boolean offers(CollectiveCall call) {
        return inner.offers(call);
    }

    @Override
    public int collective(CollectiveCall call) {
        return inner.collective(call);
    }

    @Override
    public void look(int peer) {
        inner.look(peer);
    }

    @Override
    public void abort() {
        inner.abort();
    }

    @Override
    public void close() {
        inner.close();
    }
}
