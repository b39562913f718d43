package iccl.kernel.internal.node;

import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;

/**
 * What a rank tells the others of the machine, so that they can share memory with it.
 *
 * @param table the way to its window table
 * @param board the way to the board, from the rank that made it; else of 0 bytes
 */
record NodeOffer(SharedMemory.Key table, SharedMemory.Key board) {
    /** Bytes of an offer. */
    static final int BYTES = 64;

    /** For who cannot share, and for who makes no board. */
    static final SharedMemory.Key NOTHING = new SharedMemory.Key(0, 0, 0, 0);

    static final NodeOffer EMPTY = new NodeOffer(NOTHING, NOTHING);

    void write(ByteBuffer to, int at) {
        write(to, at, table);
        write(to, at + BYTES / 2, board);
    }

    private static void write(ByteBuffer to, int at, SharedMemory.Key key) {
        to.putLong(at, key.process()).putLong(at + 8, key.file());
        to.putLong(at + 16, key.identity()).putLong(at + 24, key.bytes());
    }

    static NodeOffer read(ByteBuffer from, int at) {
        return new NodeOffer(readKey(from, at), readKey(from, at + BYTES / 2));
    }

    private static SharedMemory.Key readKey(ByteBuffer from, int at) {
        return new SharedMemory.Key(
                from.getLong(at), (int) from.getLong(at + 8), from.getLong(at + 16), from.getLong(at + 24));
    }
}
