package iccl.kernel.internal.hierarchy;

import iccl.kernel.internal.collective.PairwiseExchange;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeSide;
import iccl.kernel.port.CollectiveCall;

/** The data of one rank in a relayed AllToAll: what it shows, what its rail carries, and what it takes out of both. */
final class Relay {
    private final Workbench bench;
    private final NodeMap map;
    private final CollectiveCall call = new CollectiveCall();
    private final Parcels parcels;
    private final Slices up;
    private final Slices down;

    private long scratch;
    private long outgoing;
    private long incoming;
    /** What this rank shows. */
    private long source;

    Relay(Workbench bench, NodeMap map, NodeSide side) {
        this.bench = bench;
        this.map = map;
        this.parcels = new Parcels(map);
        this.up = new Slices(side, bench.host());
        this.down = new Slices(side, bench.host());
    }

    /** Takes up an operation; {@link #release} follows. */
    void take(CollectiveCall next) {
        call.assign(next);
        parcels.lay(map.railsFor(call.bytes()), call.bytes());
        up.lay(call.bytes() * map.size());
        down.lay(isReturning() ? parcels.incomingBytes(0) : 0);
        // In place, blocks of neighbours come to where slices are that nobody has seen yet.
        long copyBytes = isInPlace() && !up.isOne() ? call.bytes() * map.size() : 0;
        long outgoingBytes = isOnRail() ? parcels.outgoingBytes() : 0;
        long incomingBytes = isOnRail() ? parcels.incomingBytes(map.place()) : 0;
        scratch = bench.scratch().take(outgoingBytes + incomingBytes + copyBytes);
        outgoing = scratch;
        incoming = scratch + outgoingBytes;
        parcels.at(outgoing, incoming);
        source = call.sendAddress();
        if (copyBytes > 0) {
            source = incoming + incomingBytes;
            bench.host().copy(source, call.sendAddress(), copyBytes);
        }
    }

    private boolean isInPlace() {
        return call.sendAddress() == call.recvAddress();
    }

    CollectiveCall call() {
        return call;
    }

    PairwiseExchange.Blocks parcels() {
        return parcels;
    }

    /** How the blocks of all are shown. */
    Slices up() {
        return up;
    }

    /** How what came in on the rails is shown. */
    Slices down() {
        return down;
    }

    /** Whether ranks of this node have no rail, so that what came in for them is shown. */
    boolean isReturning() {
        return map.population(map.node()) > parcels.rails();
    }

    boolean isOnRail() {
        return map.place() < parcels.rails();
    }

    /** The place of the rank whose rail serves this one. */
    int server() {
        return parcels.railOf(map.place());
    }

    /** Shows this rank's blocks, or a slice of them. */
    void show() {
        up.write(source, call.bytes() * map.size());
    }

    /** Takes what neighbours have in the slice for this rank, and for its rail. */
    void takeShown() {
        for (int place = 0; place < map.population(map.node()); place++) {
            takeBlock(place, map.rankOf(map.node(), place));
        }
        for (int node = 0; isOnRail() && node < map.nodes(); node++) {
            if (node != map.node()) {
                fillParcel(node);
            }
        }
    }

    private void takeBlock(int place, int rank) {
        long bytes = call.bytes();
        if (place != map.place()) {
            up.read(place, call.recvAddress() + rank * bytes, map.rank() * bytes, bytes);
        } else if (up.isFirst() && !isInPlace()) {
            bench.host().copy(call.recvAddress() + rank * bytes, call.sendAddress() + rank * bytes, bytes);
        }
    }

    private void fillParcel(int node) {
        long bytes = call.bytes();
        for (int index = 0; index < parcels.served(node, map.place()); index++) {
            long block = map.rankOf(node, parcels.placeOf(map.place(), index)) * bytes;
            for (int place = 0; place < map.population(map.node()); place++) {
                up.read(place, outgoing + parcels.toSend(node, index, place), block, bytes);
            }
        }
    }

    /** Shows what came in on this rank's rail, or a slice of it. */
    void showIncoming() {
        if (isOnRail()) {
            down.write(incoming, parcels.incomingBytes(map.place()));
        }
    }

    /** Takes what came in on its own rail for this rank. */
    void keepOwn() {
        for (int node = 0; node < map.nodes(); node++) {
            long from = incoming + parcels.received(node, map.place(), 0);
            for (int place = 0; node != map.node() && place < map.population(node); place++) {
                bench.host().copy(target(node, place), from + place * call.bytes(), call.bytes());
            }
        }
    }

    /** Takes what the slice has of what came in for this rank on another's rail. */
    void keepShown() {
        for (int node = 0; node < map.nodes(); node++) {
            long first = parcels.received(node, server(), map.place() / parcels.rails());
            for (int place = 0; node != map.node() && place < map.population(node); place++) {
                down.read(server(), target(node, place), first + place * call.bytes(), call.bytes());
            }
        }
    }

    /** Where the block belongs that comes from a rank. */
    private long target(int node, int place) {
        return call.recvAddress() + map.rankOf(node, place) * call.bytes();
    }

    /** Gives the memory back; idempotent. */
    void release() {
        long address = scratch;
        scratch = 0;
        bench.scratch().give(address);
    }
}
