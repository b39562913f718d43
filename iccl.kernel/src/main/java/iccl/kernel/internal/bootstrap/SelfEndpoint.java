package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoint of one rank alone: a send is copied to the receive of the same tag. */
final class SelfEndpoint implements Endpoint {
    private final HostPlatform host;
    /** By handle; null = free. */
    private final List<@Nullable Message> messages = new ArrayList<>();

    private volatile @Nullable String ended;

    SelfEndpoint(HostPlatform host) {
        this.host = host;
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public int nodeOf(int rank) {
        return 0;
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        return post(new Message(true, tag, address, bytes));
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        return post(new Message(false, tag, address, bytes));
    }

    private int post(Message message) {
        ensureOpen();
        for (Message other : messages) {
            if (other != null && !other.done && other.isSend != message.isSend && other.tag == message.tag) {
                match(message.isSend ? message : other, message.isSend ? other : message);
                break;
            }
        }
        int free = messages.indexOf(null);
        if (free < 0) {
            messages.add(message);
            return messages.size() - 1;
        }
        messages.set(free, message);
        return free;
    }

    private void match(Message send, Message recv) {
        if (send.bytes != recv.bytes) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "a message of " + send.bytes + " bytes met a receive of " + recv.bytes + " bytes");
        }
        host.copy(recv.address, send.address, send.bytes);
        send.done = true;
        recv.done = true;
    }

    @Override
    public boolean test(int handle) {
        ensureOpen();
        Message message = messages.get(handle);
        if (message == null) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "handle " + handle + " is not in use");
        }
        if (message.done) {
            messages.set(handle, null);
        }
        return message.done;
    }

    @Override
    public void cancel(int handle) {
        messages.set(handle, null);
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        ensureOpen();
        return new SelfEndpoint(host);
    }

    private void ensureOpen() {
        String how = ended;
        if (how != null) {
            throw new IcclException(ResultCode.INVALID_USAGE, "the endpoint was " + how);
        }
    }

    @Override
    public void abort() {
        ended = "aborted";
    }

    @Override
    public void close() {
        ended = "closed";
    }

    /** Half of an exchange. */
    private static final class Message {
        private final boolean isSend;
        private final int tag;
        private final long address;
        private final long bytes;
        private boolean done;

        Message(boolean isSend, int tag, long address, long bytes) {
            this.isSend = isSend;
            this.tag = tag;
            this.address = address;
            this.bytes = bytes;
        }
    }
}
