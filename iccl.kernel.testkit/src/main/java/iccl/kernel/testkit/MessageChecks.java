package iccl.kernel.testkit;

import java.util.List;

/** Bytes arrive as they were sent, whatever their number and place. */
final class MessageChecks {
    private static final long[] SIZES = {0, 1, 7, 64, 4095, 65_536, 65_537, 5L << 20};

    private MessageChecks() {}

    static List<BackendCheck> all() {
        return List.of(
                new BackendCheck("knows its place", 1, MessageChecks::knowsItsPlace),
                new BackendCheck("carries messages of every size", 2, MessageChecks::everySize),
                new BackendCheck("carries messages to unaligned addresses", 2, MessageChecks::unaligned),
                new BackendCheck("carries messages without an address when they are empty", 2, MessageChecks::empty),
                new BackendCheck("carries big messages in both directions at once", 2, MessageChecks::bothDirections),
                new BackendCheck("carries messages to itself", 1, MessageChecks::toItself),
                new BackendCheck("writes nothing beside a message", 2, MessageChecks::nothingBeside),
                new BackendCheck("carries messages between all ranks at once", 2, MessageChecks::everyPair),
                new BackendCheck(
                        "takes a message that the sender changes after it was sent", 2, MessageChecks::changed));
    }

    private static void knowsItsPlace(ContractRank rank) {
        rank.check(rank.rank() >= 0 && rank.rank() < rank.size(), "rank " + rank.rank() + " of " + rank.size());
        int[] ranks = rank.exchange(rank.rank());
        for (int peer = 0; peer < rank.size(); peer++) {
            rank.check(ranks[peer] == peer, "rank " + peer + " says it is " + ranks[peer]);
            int node = rank.endpoint().nodeOf(peer);
            rank.check(node >= 0 && node <= peer, "node " + node + " of rank " + peer + " is not its lowest rank");
            rank.check(rank.endpoint().nodeOf(node) == node, "node " + node + " is on another node");
            for (int other : rank.exchange(node)) {
                rank.check(other == node, "ranks differ about the node of rank " + peer);
            }
        }
    }

    private static void everySize(ContractRank rank) {
        for (long bytes : SIZES) {
            long out = rank.filled(bytes, rank.rank());
            long in = rank.filled(bytes, 999);
            int sent = rank.endpoint().send(rank.next(), 3, out, bytes);
            rank.recv(rank.previous(), 3, in, bytes);
            rank.await("send of " + bytes, sent);
            rank.verify(bytes + " bytes", in, bytes, rank.previous());
            rank.verify(bytes + " bytes that were sent", out, bytes, rank.rank());
        }
    }

    private static void unaligned(ContractRank rank) {
        long bytes = 300_001;
        for (long offset = 1; offset < 64; offset += 21) {
            long out = rank.allocate(bytes + offset) + offset;
            long in = rank.allocate(bytes + 2 * offset) + 2 * offset;
            rank.fill(out, bytes, rank.rank() + offset);
            int sent = rank.endpoint().send(rank.next(), 4, out, bytes);
            rank.recv(rank.previous(), 4, in, bytes);
            rank.await("send", sent);
            rank.verify("unaligned bytes", in, bytes, rank.previous() + offset);
        }
    }

    private static void empty(ContractRank rank) {
        int sent = rank.endpoint().send(rank.next(), 0, 0, 0);
        rank.recv(rank.previous(), 0, 0, 0);
        rank.await("empty send", sent);
    }

    /** Only the receive is tested until it is done: that alone must move the send too. */
    private static void bothDirections(ContractRank rank) {
        long bytes = 5L << 20;
        for (int round = 0; round < 3; round++) {
            long out = rank.filled(bytes, 10L * round + rank.rank());
            long in = rank.allocate(bytes);
            int received = rank.endpoint().recv(rank.previous(), 5, in, bytes);
            int sent = rank.endpoint().send(rank.next(), 5, out, bytes);
            rank.await("recv in round " + round, received);
            rank.verify("round " + round, in, bytes, 10L * round + rank.previous());
            rank.await("send in round " + round, sent);
        }
    }

    private static void toItself(ContractRank rank) {
        for (long bytes : SIZES) {
            long out = rank.filled(bytes, 77);
            long in = rank.allocate(bytes);
            int sent = rank.endpoint().send(rank.rank(), 6, out, bytes);
            rank.recv(rank.rank(), 6, in, bytes);
            rank.await("send to itself", sent);
            rank.verify("message to itself", in, bytes, 77);

            rank.fill(out, bytes, 78);
            int received = rank.endpoint().recv(rank.rank(), 6, in, bytes);
            rank.send(rank.rank(), 6, out, bytes);
            rank.await("recv from itself", received);
            rank.verify("message to itself", in, bytes, 78);
        }
    }

    private static void nothingBeside(ContractRank rank) {
        for (long bytes : new long[] {1, 33, 4096, 100_000}) {
            long out = rank.filled(bytes, rank.rank());
            long before = rank.filled(bytes + 128, 5);
            byte[] edges = edges(rank, before, bytes);
            int sent = rank.endpoint().send(rank.next(), 7, out, bytes);
            rank.recv(rank.previous(), 7, before + 64, bytes);
            rank.await("send", sent);
            rank.verify("message", before + 64, bytes, rank.previous());
            rank.check(
                    java.util.Arrays.equals(edges, edges(rank, before, bytes)),
                    "bytes beside a message of " + bytes + " bytes were written");
        }
    }

    private static byte[] edges(ContractRank rank, long address, long bytes) {
        byte[] both = new byte[128];
        rank.host().view(address, 64).get(both, 0, 64);
        rank.host().view(address + 64 + bytes, 64).get(both, 64, 64);
        return both;
    }

    private static void everyPair(ContractRank rank) {
        int size = rank.size();
        long[] in = new long[size];
        int[] handles = new int[2 * size];
        for (int peer = 0; peer < size; peer++) {
            in[peer] = rank.allocate(pairBytes(peer, rank.rank()));
            handles[peer] = rank.endpoint().recv(peer, 8, in[peer], pairBytes(peer, rank.rank()));
        }
        for (int peer = 0; peer < size; peer++) {
            long bytes = pairBytes(rank.rank(), peer);
            long out = rank.filled(bytes, pairSeed(rank.rank(), peer));
            handles[size + peer] = rank.endpoint().send(peer, 8, out, bytes);
        }
        for (int handle : handles) {
            rank.await("all pairs", handle);
        }
        for (int peer = 0; peer < size; peer++) {
            rank.verify("from " + peer, in[peer], pairBytes(peer, rank.rank()), pairSeed(peer, rank.rank()));
        }
    }

    private static long pairBytes(int from, int to) {
        return 1000L + 77_777L * from + 7_777L * to;
    }

    private static long pairSeed(int from, int to) {
        return 1000L * from + to;
    }

    /** When a send is done its memory is the sender's again, even if nobody has asked for the message yet. */
    private static void changed(ContractRank rank) {
        for (long bytes : new long[] {8, 60_000}) {
            long out = rank.filled(bytes, rank.rank());
            long in = rank.allocate(bytes);
            int received = rank.rank() % 2 == 1 ? rank.endpoint().recv(rank.previous(), 9, in, bytes) : -1;
            int sent = rank.endpoint().send(rank.next(), 9, out, bytes);
            if (received < 0) {
                received = rank.endpoint().recv(rank.previous(), 9, in, bytes);
            }
            rank.await("send", sent);
            rank.fill(out, bytes, 4711);
            rank.await("recv", received);
            rank.verify("message", in, bytes, rank.previous());
        }
    }
}
