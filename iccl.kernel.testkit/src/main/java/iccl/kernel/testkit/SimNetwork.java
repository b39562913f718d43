package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A network in memory with virtual time: links have latency and bandwidth, a seed decides how messages of different tags or
 * ranks overtake each other, ranks can die. The ranks may be driven by one thread or by many; thousands are fine.
 *
 * <p>Time: by itself it jumps to the next arrival whenever somebody tests in vain. With {@link #withManualTime} it stands
 * until {@link #advance}, so that one thread can first let every rank do all that it can.
 *
 * <p>Messages up to {@link #withEagerBytes} are buffered and their send is done at once; of longer ones the sender's memory
 * is read when they arrive, so that changing it too early is noticed.
 *
 * <p>Threads: all methods, and those of the endpoints, may be called by any thread.
 */
public final class SimNetwork implements Backend {
    private final HostPlatform host;
    private final Random random;
    private final PriorityQueue<Long> arrivals = new PriorityQueue<>();
    private final Map<Long, Long> linkBusyUntil = new HashMap<>();
    private final List<SimGroup> groups = new ArrayList<>();
    private long latencyNs = 1_000;
    private double bytesPerNs = 10;
    private long jitterNs = 2_000;
    private long eagerBytes = 4096;
    private int ranksPerNode = 1;
    private boolean manualTime;
    private boolean scrubs;
    private boolean collectives;
    private long nowNs;

    /**
     * @param host the memory that all ranks share
     * @param seed the same seed and the same calls give the same order of everything
     */
    public SimNetwork(HostPlatform host, long seed) {
        this.host = host;
        this.random = new Random(seed);
    }

    /** How long a byte takes from one node to another; a tenth of it within a node. */
    public SimNetwork withLatency(long nanoseconds) {
        latencyNs = nanoseconds;
        return this;
    }

    /** Of each link between two ranks, in one direction. */
    public SimNetwork withBandwidth(double bytesPerNanosecond) {
        bytesPerNs = bytesPerNanosecond;
        return this;
    }

    /** How much longer a message may take, by chance. */
    public SimNetwork withJitter(long nanoseconds) {
        jitterNs = nanoseconds;
        return this;
    }

    /** Up to which length sends are buffered; -1 for none. */
    public SimNetwork withEagerBytes(long bytes) {
        eagerBytes = bytes;
        return this;
    }

    /** Ranks are on nodes in blocks of that many. */
    public SimNetwork withRanksPerNode(int ranks) {
        ranksPerNode = ranks;
        return this;
    }

    /** Time stands until {@link #advance}. */
    public SimNetwork withManualTime() {
        manualTime = true;
        return this;
    }

    /** What a receive will overwrite is cleared when it is posted, so that reading it too early is noticed. */
    public SimNetwork withScrubbing() {
        scrubs = true;
        return this;
    }

    /** The endpoints offer all collectives as their own, folded in rank order. */
    public SimNetwork withCollectives() {
        collectives = true;
        return this;
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public Optional<Placement> world() {
        return Optional.empty();
    }

    @Override
    public Endpoint openWorld() {
        throw new IcclException(ResultCode.INVALID_USAGE, "no launcher makes a world in a simulated network");
    }

    @Override
    public boolean carriesThreads() {
        return true;
    }

    @Override
    public List<Endpoint> openThreads(int size) {
        int[] members = new int[size];
        for (int rank = 0; rank < size; rank++) {
            members[rank] = rank;
        }
        return List.copyOf(newGroup(members).endpoints());
    }

    @Override
    public boolean carriesRendezvous() {
        return false;
    }

    @Override
    public Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        throw new IcclException(ResultCode.NOT_SUPPORTED, "ranks of a simulated network are made by openThreads");
    }

    synchronized SimGroup newGroup(int[] members) {
        SimGroup group = new SimGroup(this, members);
        groups.add(group);
        return group;
    }

    /** Virtual time. */
    public synchronized long nowNs() {
        return nowNs;
    }

    /** Jumps to the next arrival; false when nothing is on its way. */
    public synchronized boolean advance() {
        while (!arrivals.isEmpty()) {
            long next = arrivals.remove();
            if (next > nowNs) {
                nowNs = next;
                return true;
            }
        }
        return false;
    }

    /** The rank of {@link #openThreads} dies: nothing more comes from it, and whoever waits for it fails. */
    public synchronized void kill(int rank) {
        for (SimGroup group : groups) {
            group.kill(rank);
        }
        notifyAll();
    }

    /** Fails when a handle is still open. */
    public synchronized void assertNoOpenHandle() {
        List<String> left = new ArrayList<>();
        groups.forEach(group -> group.endpoints().forEach(endpoint -> endpoint.listLeft(left)));
        failIfAny(left);
    }

    /** Fails when a handle is still open, or a message that was sent has not been received. */
    public synchronized void assertNothingLeft() {
        List<String> left = new ArrayList<>();
        groups.forEach(group -> group.listLeft(left));
        failIfAny(left);
    }

    private static void failIfAny(List<String> left) {
        if (!left.isEmpty()) {
            throw new AssertionError(left.size() + " left in the network: " + left);
        }
    }

    /** When a message that is sent now arrives, by the link's state and by chance. */
    long arrival(int from, int to, long bytes) {
        long link = (long) from << 32 | to;
        long begin = Math.max(nowNs, linkBusyUntil.getOrDefault(link, 0L));
        long left = begin + (long) (bytes / bytesPerNs);
        linkBusyUntil.put(link, left);
        long latency = nodeOf(from) == nodeOf(to) ? latencyNs / 10 : latencyNs;
        return left + latency + (jitterNs == 0 ? 0 : (long) (random.nextDouble() * jitterNs));
    }

    void expect(long arrivalNs) {
        arrivals.add(arrivalNs);
    }

    /** Somebody tested in vain. */
    void onIdle() {
        if (!manualTime) {
            advance();
        }
    }

    int nodeOf(int member) {
        return member / ranksPerNode;
    }

    HostPlatform host() {
        return host;
    }

    boolean isEager(long bytes) {
        return bytes <= eagerBytes;
    }

    boolean scrubs() {
        return scrubs;
    }

    boolean hasCollectives() {
        return collectives;
    }
}
