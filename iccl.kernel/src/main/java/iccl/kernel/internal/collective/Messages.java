package iccl.kernel.internal.collective;

import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.Arrays;

/** Messages that a machine waits for together. Grows to the most that were ever posted, then allocates no more. */
final class Messages {
    private final Endpoint endpoint;
    private int[] handles = new int[4];
    private int[] peers = new int[4];
    private int count;

    Messages(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Posts a send; nothing is sent for 0 bytes, and the peer expects nothing. */
    void send(int peer, int tag, long address, long bytes) {
        if (bytes > 0) {
            ensureRoom();
            add(endpoint.send(peer, tag, address, bytes), peer);
        }
    }

    /** Posts a receive; nothing is expected for 0 bytes. */
    void recv(int peer, int tag, long address, long bytes) {
        if (bytes > 0) {
            ensureRoom();
            add(endpoint.recv(peer, tag, address, bytes), peer);
        }
    }

    /** Posts a collective of the transport's own. */
    void collective(CollectiveCall call) {
        ensureRoom();
        add(endpoint.collective(call), endpoint.rank());
    }

    private void ensureRoom() {
        if (count == handles.length) {
            handles = Arrays.copyOf(handles, 2 * count);
            peers = Arrays.copyOf(peers, 2 * count);
        }
    }

    private void add(int handle, int peer) {
        handles[count] = handle;
        peers[count] = peer;
        count++;
    }

    /** Asks for all of them; true when none is left. */
    boolean areDone() {
        for (int i = count - 1; i >= 0; i--) {
            int handle = handles[i];
            int peer = peers[i];
            // Whatever test does, the handle is over unless it says false.
            remove(i);
            if (!endpoint.test(handle)) {
                putBack(i, handle, peer);
            }
        }
        return count == 0;
    }

    private void remove(int index) {
        count--;
        handles[index] = handles[count];
        peers[index] = peers[count];
    }

    private void putBack(int index, int handle, int peer) {
        handles[count] = handles[index];
        peers[count] = peers[index];
        handles[index] = handle;
        peers[index] = peer;
        count++;
    }

    /** Cancels what is left. */
    void cancel() {
        while (count > 0) {
            count--;
            endpoint.cancel(handles[count]);
        }
    }

    /** Appends the ranks that are waited for. */
    void describe(StringBuilder text) {
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? ", waiting for rank " : ", ").append(peers[i]);
        }
    }
}
