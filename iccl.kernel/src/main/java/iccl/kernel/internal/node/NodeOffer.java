package iccl.kernel.internal.node;

import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;

/**
 * What a rank tells the others of the machine, so that they can share memory with it.
 *
 * @param table the way to its window table
 * @param tableAddress where it has that itself
 * @param board the way to the board, from the rank that made it; else of 0 bytes
 */
record NodeOffer(SharedMemory.Key table, long tableAddress, SharedMemory.Key board) {
    /** Bytes of an offer. */
    static final int BYTES = 72;

    private static final int TABLE = 8;
    private static final int BOARD = 40;

    /** For who cannot share, and for who makes no board. */
    static final SharedMemory.Key NOTHING = new SharedMemory.Key(0, 0, 0, 0);

    static final NodeOffer EMPTY = new NodeOffer(NOTHING, 0, NOTHING);

    void write(ByteBuffer to, int at) {
        to.putLong(at, tableAddress);
        write(to, at + TABLE, table);
        write(to, at + BOARD, board);
    }

    private static void write(ByteBuffer to, int at, SharedMemory.Key key) {
        to.putLong(at, key.process()).putLong(at + 8, key.file());
        to.putLong(at + 16, key.identity()).putLong(at + 24, key.bytes());
    }

    static NodeOffer read(ByteBuffer from, int at) {
        return new NodeOffer(readKey(from, at + TABLE), from.getLong(at), readKey(from, at + BOARD));
    }

    private static SharedMemory.Key readKey(ByteBuffer from, int at) {
        return new SharedMemory.Key(
                from.getLong(at), (int) from.getLong(at + 8), from.getLong(at + 16), from.getLong(at + 24));
    }
}
