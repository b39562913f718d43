package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's end of a {@link MemoryGroup}. A send is a copy, and done at once. */
final class MemoryEndpoint implements Endpoint {
    /** A message in flight, in its handle's place. */
    private static final class Transfer {
        final int peer;
        final int tag;
        final long address;
        final long bytes;
        boolean isDone;

        @Nullable
        IcclException failure;

        Transfer(int peer, int tag, long address, long bytes, boolean isDone) {
            this.peer = peer;
            this.tag = tag;
            this.address = address;
            this.bytes = bytes;
            this.isDone = isDone;
        }
    }

    private final MemoryGroup group;
    private final int rank;
    private final HostPlatform host;
    private final @Nullable MemoryReach reach;
    /** In the order of posting, so that receives of one tag are served in that order. */
    private final List<@Nullable Transfer> transfers = new ArrayList<>();

    private volatile boolean isClosed;

    /**
     * @param reach null for memory of the host only
     */
    MemoryEndpoint(MemoryGroup group, int rank, HostPlatform host, @Nullable MemoryReach reach) {
        this.reach = reach;
        this.group = group;
        this.rank = rank;
        this.host = host;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public int nodeOf(int peer) {
        return 0;
    }

    @Override
    public synchronized int send(int peer, int tag, long address, long bytes) {
        ensureAlive();
        byte[] message = new byte[(int) bytes];
        if (bytes > 0) {
            view(address, bytes).get(message);
        }
        group.put(rank, peer, tag, message);
        return add(new Transfer(peer, tag, address, bytes, true));
    }

    @Override
    public synchronized int recv(int peer, int tag, long address, long bytes) {
        ensureAlive();
        return add(new Transfer(peer, tag, address, bytes, false));
    }

    private ByteBuffer view(long address, long bytes) {
        return reach == null ? host.view(address, bytes) : reach.view(address, bytes);
    }

    @Override
    public @Nullable String objectionToDeviceMemory(String platform) {
        return reach != null && platform.equals(reach.platform()) ? null : "threads take memory of the host only";
    }

    private int add(Transfer transfer) {
        transfers.add(transfer);
        return transfers.size() - 1;
    }

    @Override
    public synchronized boolean test(int handle) {
        ensureAlive();
        Transfer wanted = transfers.get(handle);
        if (wanted == null) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "handle " + handle + " is not in use");
        }
        for (Transfer transfer : transfers) {
            if (transfer != null && !transfer.isDone) {
                serve(transfer);
            }
        }
        if (wanted.isDone) {
            end(handle);
        }
        if (wanted.failure != null) {
            throw wanted.failure;
        }
        return wanted.isDone;
    }

    private void serve(Transfer transfer) {
        for (Transfer earlier : transfers) {
            if (earlier == transfer) {
                break;
            }
            if (earlier != null && !earlier.isDone && earlier.peer == transfer.peer && earlier.tag == transfer.tag) {
                return;
            }
        }
        byte[] message = group.take(transfer.peer, rank, transfer.tag);
        if (message == null) {
            return;
        }
        if (message.length != transfer.bytes) {
            transfer.failure = new IcclException(
                    ResultCode.INVALID_USAGE,
                    null,
                    transfer.peer,
                    "a message of %d bytes from rank %d met a receive of %d bytes"
                            .formatted(message.length, transfer.peer, transfer.bytes),
                    null);
        } else if (message.length > 0) {
            view(transfer.address, transfer.bytes).put(message);
        }
        transfer.isDone = true;
    }

    @Override
    public synchronized void cancel(int handle) {
        ensureAlive();
        end(handle);
    }

    private void end(int handle) {
        transfers.set(handle, null);
        while (!transfers.isEmpty() && transfers.get(transfers.size() - 1) == null) {
            transfers.remove(transfers.size() - 1);
        }
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        ensureAlive();
        try {
            MemoryGroup part = group.part(members, tag);
            if (part == null) {
                throw new IcclException(ResultCode.TIMEOUT, "not all of " + Arrays.toString(members) + " came");
            }
            int place = 0;
            while (members[place] != rank) {
                place++;
            }
            return new MemoryEndpoint(part, place, host, reach);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IcclException(ResultCode.SYSTEM_ERROR, "interrupted", e);
        }
    }

    private void ensureAlive() {
        if (isClosed) {
            throw new IcclException(ResultCode.INVALID_USAGE, "the endpoint of rank " + rank + " is closed");
        }
        int by = group.abortedBy();
        if (by >= 0) {
            throw new IcclException(ResultCode.REMOTE_ERROR, null, by, "rank " + by + " gave up", null);
        }
    }

    @Override
    public void look(int peer) {
        ensureAlive();
    }

    @Override
    public void abort() {
        group.abort(rank);
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
