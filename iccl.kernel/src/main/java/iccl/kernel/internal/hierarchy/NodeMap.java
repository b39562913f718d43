package iccl.kernel.internal.hierarchy;

import iccl.kernel.port.Endpoint;
import java.util.Arrays;

/**
 * Which ranks are on which node. Nodes are numbered by their lowest ranks, the ranks of a node by <em>place</em>. Rails are as
 * many as every node has ranks; the ranks beyond have none.
 */
public final class NodeMap {
    /** From a node to another. */
    private static final long ON_ONE_RAIL_BYTES = 16 * 1024;
    /** From a node to all. */
    private static final long ON_ONE_RAIL_BLOCKS = 64;

    private final int rank;
    private final int[] nodes;
    private final int[] places;
    private final int[][] members;
    private final int rails;
    private final long largest;
    private final boolean isEven;
    private final boolean isConsecutive;

    private NodeMap(int rank, int[] nodes, int[] places, int[][] members) {
        this.rank = rank;
        this.nodes = nodes;
        this.places = places;
        this.members = members;
        this.rails = Arrays.stream(members).mapToInt(node -> node.length).min().orElse(0);
        this.largest =
                Arrays.stream(members).mapToInt(node -> node.length).max().orElse(0);
        this.isEven = Arrays.stream(members).allMatch(node -> node.length == rails);
        this.isConsecutive =
                Arrays.stream(members).allMatch(node -> node[node.length - 1] - node[0] == node.length - 1);
    }

    public static NodeMap of(Endpoint endpoint) {
        int size = endpoint.size();
        int[] nodes = new int[size];
        int[] places = new int[size];
        int[] numbers = new int[size];
        int[] population = new int[size];
        int count = 0;
        for (int rank = 0; rank < size; rank++) {
            int first = endpoint.nodeOf(rank);
            if (first == rank) {
                numbers[rank] = count++;
            }
            nodes[rank] = numbers[first];
            places[rank] = population[nodes[rank]]++;
        }
        int[][] members = new int[count][];
        for (int node = 0; node < count; node++) {
            members[node] = new int[population[node]];
        }
        for (int rank = 0; rank < size; rank++) {
            members[nodes[rank]][places[rank]] = rank;
        }
        return new NodeMap(endpoint.rank(), nodes, places, members);
    }

    /** This rank. */
    int rank() {
        return rank;
    }

    /** Ranks of the communicator. */
    int size() {
        return nodes.length;
    }

    int nodes() {
        return members.length;
    }

    int rails() {
        return rails;
    }

    /** On how many rails blocks of that size are relayed: few small ones cost less on one than they would gain by several. */
    int railsFor(long blockBytes) {
        boolean isSmall = largest * largest * blockBytes <= ON_ONE_RAIL_BYTES && largest * size() <= ON_ONE_RAIL_BLOCKS;
        return isSmall ? 1 : rails;
    }

    /** Whether there are several nodes, of which one has several ranks. */
    public boolean hasTwoLevels() {
        return members.length > 1 && members.length < nodes.length;
    }

    /** Whether all nodes have as many ranks, so that every rank has a rail. */
    public boolean isEven() {
        return isEven;
    }

    /** Whether the ranks of each node are consecutive, so that their blocks lie one after the other. */
    boolean isConsecutive() {
        return isConsecutive;
    }

    /** Ranks of a node. */
    int population(int ofNode) {
        return members[ofNode].length;
    }

    /** This rank's node. */
    int node() {
        return nodes[rank];
    }

    /** This rank's place there, which is also the number of its rail. */
    int place() {
        return places[rank];
    }

    /** Whether a rank is on this rank's node. */
    public boolean isNeighbour(int other) {
        return nodes[other] == node();
    }

    int nodeOf(int other) {
        return nodes[other];
    }

    int placeOf(int other) {
        return places[other];
    }

    int rankOf(int node, int place) {
        return members[node][place];
    }

    /** The ranks of this rank's node, by place. */
    public int[] neighbours() {
        return members[nodes[rank]].clone();
    }

    /** The ranks of this rank's rail, by node; only if it has one. */
    int[] rail() {
        return Arrays.stream(members).mapToInt(node -> node[places[rank]]).toArray();
    }

    boolean hasRail() {
        return places[rank] < rails;
    }
}
