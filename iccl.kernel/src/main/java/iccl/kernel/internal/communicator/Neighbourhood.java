package iccl.kernel.internal.communicator;

import iccl.kernel.port.Endpoint;

/**
 * Which ranks of a communicator share a machine.
 *
 * @param nodes machines
 * @param localRank this rank's place on its machine
 * @param localSize ranks on this rank's machine
 * @param fullestNode ranks on the machine that has most of them
 */
record Neighbourhood(int rank, int size, int nodes, int localRank, int localSize, int fullestNode) {
    static Neighbourhood of(Endpoint endpoint) {
        int size = endpoint.size();
        int rank = endpoint.rank();
        int own = endpoint.nodeOf(rank);
        int[] population = new int[size];
        int nodes = 0;
        int localRank = 0;
        for (int other = 0; other < size; other++) {
            int node = endpoint.nodeOf(other);
            nodes += population[node]++ == 0 ? 1 : 0;
            localRank += node == own && other < rank ? 1 : 0;
        }
        int fullest = 0;
        for (int people : population) {
            fullest = Math.max(fullest, people);
        }
        return new Neighbourhood(rank, size, nodes, localRank, population[own], fullest);
    }

    /** Whether more ranks than cores share a machine, as far as can be seen from here. */
    boolean isCrowded() {
        return fullestNode > Runtime.getRuntime().availableProcessors();
    }
}
