package iccl.kernel.internal.hierarchy;

import iccl.kernel.internal.collective.PairwiseExchange;

/**
 * What the rank of a rail carries for its node in a relayed AllToAll: for each other node a parcel with the blocks of all ranks here
 * for those ranks there that the rail serves, which are every so-many-th one. In a parcel, blocks lie by the rank that they are for,
 * then by the rank that they come from. Offsets are in bytes.
 */
final class Parcels implements PairwiseExchange.Blocks {
    private final NodeMap map;
    /** Ranks of the other nodes before each node, and before the end. */
    private final int[] ranksBefore;

    private int rails = 1;
    private long blockBytes;
    private long outgoing;
    private long incoming;

    Parcels(NodeMap map) {
        this.map = map;
        this.ranksBefore = new int[map.nodes() + 1];
        for (int node = 0; node < map.nodes(); node++) {
            ranksBefore[node + 1] = ranksBefore[node] + (node == map.node() ? 0 : map.population(node));
        }
    }

    void lay(int usedRails, long bytesOfBlock) {
        rails = usedRails;
        blockBytes = bytesOfBlock;
    }

    /** Where this rank's parcels are. */
    void at(long outgoingAddress, long incomingAddress) {
        outgoing = outgoingAddress;
        incoming = incomingAddress;
    }

    int rails() {
        return rails;
    }

    /** The rail that serves a place. */
    int railOf(int place) {
        return place % rails;
    }

    /** How many ranks of a node a rail serves. */
    int served(int node, int rail) {
        return (map.population(node) - rail + rails - 1) / rails;
    }

    /** The place of one of the ranks that a rail serves. */
    int placeOf(int rail, int index) {
        return rail + index * rails;
    }

    /** How much this rank's rail sends. */
    long outgoingBytes() {
        return sendOffset(map.nodes());
    }

    /** How much comes in on a rail. */
    long incomingBytes(int rail) {
        return incomingOffset(rail, map.nodes());
    }

    /** Where the block for a rank that this rank's rail serves is, in what the rail sends. */
    long toSend(int node, int index, int source) {
        return sendOffset(node) + ((long) index * map.population(map.node()) + source) * blockBytes;
    }

    /** Where the blocks from a node for a rank of this one begin, in what comes in on its rail. */
    long received(int node, int rail, int index) {
        return incomingOffset(rail, node) + (long) index * map.population(node) * blockBytes;
    }

    private long sendOffset(int node) {
        long ranks = 0;
        for (int other = 0; other < node; other++) {
            ranks += other == map.node() ? 0 : served(other, map.place());
        }
        return ranks * map.population(map.node()) * blockBytes;
    }

    private long incomingOffset(int rail, int node) {
        return (long) ranksBefore[node] * served(map.node(), rail) * blockBytes;
    }

    @Override
    public long sendAddress(int node) {
        return outgoing + sendOffset(node);
    }

    @Override
    public long sendBytes(int node) {
        return (long) served(node, map.place()) * map.population(map.node()) * blockBytes;
    }

    @Override
    public long recvAddress(int node) {
        return incoming + incomingOffset(map.place(), node);
    }

    @Override
    public long recvBytes(int node) {
        return (long) map.population(node) * served(map.node(), map.place()) * blockBytes;
    }
}
