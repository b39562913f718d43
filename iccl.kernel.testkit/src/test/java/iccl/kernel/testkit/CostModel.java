package iccl.kernel.testkit;

/**
 * What things cost in a {@link ModelNetwork}: the usual latency, overhead and bandwidth, with one link per node that all of
 * its ranks share.
 *
 * @param ranksPerNode ranks 0 to n - 1 are on node 0, and so on
 * @param latencyNs between nodes, for the first byte
 * @param localLatencyNs inside a node
 * @param overheadNs that a rank is busy for each message that it posts
 * @param linkBytesPerNs of a node, in each direction
 * @param localBytesPerNs of a rank that sends inside its node
 * @param arithmeticBytesPerNs that a rank combines or copies
 * @param eagerBytes up to which a message travels before its receiver asks for it
 * @param quantumNs to which the moments are rounded when a rank looks at its messages; 0 = at once
 */
record CostModel(
        int ranksPerNode,
        long latencyNs,
        long localLatencyNs,
        long overheadNs,
        double linkBytesPerNs,
        double localBytesPerNs,
        double arithmeticBytesPerNs,
        long eagerBytes,
        long quantumNs) {

    /** One unit of time per message and nothing else: what it takes is the number of steps. */
    static final CostModel STEPS = new CostModel(1, 1, 1, 0, 1e18, 1e18, 1e18, Long.MAX_VALUE, 0);

    /** 8 ranks per node, 100 Gbit/s, as today's clusters have. */
    static final CostModel CLUSTER = new CostModel(8, 2000, 300, 300, 12.5, 10, 10, 16 << 10, 0);

    CostModel withQuantum(long ns) {
        return new CostModel(
                ranksPerNode,
                latencyNs,
                localLatencyNs,
                overheadNs,
                linkBytesPerNs,
                localBytesPerNs,
                arithmeticBytesPerNs,
                eagerBytes,
                ns);
    }
}
