package iccl.kernel.testkit;

import iccl.kernel.port.Endpoint;
import java.util.List;
import java.util.stream.IntStream;

/** Parts of a group. */
final class GroupChecks {
    private GroupChecks() {}

    static List<BackendCheck> all() {
        return List.of(
                new BackendCheck("makes a part of all ranks", 1, GroupChecks::wholeGroup),
                new BackendCheck("makes a part with the ranks reversed", 2, GroupChecks::reversed),
                new BackendCheck("makes several parts at once", 2, GroupChecks::evenAndOdd),
                new BackendCheck("makes a part of one rank", 1, GroupChecks::alone),
                new BackendCheck("makes a part of a part", 3, GroupChecks::partOfPart),
                new BackendCheck("keeps the messages of two groups apart", 2, GroupChecks::apart),
                new BackendCheck("makes and closes many parts", 2, GroupChecks::manyParts),
                new BackendCheck("keeps a part when the whole is closed", 2, GroupChecks::outlives));
    }

    private static int[] everybody(int size) {
        return IntStream.range(0, size).toArray();
    }

    /** Sends a message around the ring of that part. */
    private static void ring(ContractRank part, int tag, long bytes, long seed) {
        long out = part.filled(bytes, seed + part.rank());
        long in = part.allocate(bytes);
        int sent = part.endpoint().send(part.next(), tag, out, bytes);
        part.recv(part.previous(), tag, in, bytes);
        part.await("send around", sent);
        part.verify("ring of a part", in, bytes, seed + part.previous());
        part.free(out);
        part.free(in);
    }

    private static void isPlaced(ContractRank part, int rank, int size) {
        part.check(
                part.rank() == rank && part.size() == size,
                "rank %d of %d instead of %d of %d".formatted(part.rank(), part.size(), rank, size));
        for (int peer = 0; peer < size; peer++) {
            int node = part.endpoint().nodeOf(peer);
            part.check(node <= peer && part.endpoint().nodeOf(node) == node, "node " + node + " of rank " + peer);
        }
    }

    private static void wholeGroup(ContractRank rank) {
        ContractRank part = rank.subgroup(everybody(rank.size()), 1);
        isPlaced(part, rank.rank(), rank.size());
        ring(part, 30, 70_000, 1);
    }

    private static void reversed(ContractRank rank) {
        int size = rank.size();
        ContractRank part =
                rank.subgroup(IntStream.range(0, size).map(i -> size - 1 - i).toArray(), 2);
        isPlaced(part, size - 1 - rank.rank(), size);
        boolean sameNode =
                rank.endpoint().nodeOf(rank.rank()) == rank.endpoint().nodeOf(rank.next());
        boolean sameNodeHere =
                part.endpoint().nodeOf(part.rank()) == part.endpoint().nodeOf(part.previous());
        rank.check(sameNode == sameNodeHere, "the part places its ranks on other nodes");
        ring(part, 31, 70_000, 2);
    }

    private static void evenAndOdd(ContractRank rank) {
        int half = rank.rank() % 2;
        int[] members =
                IntStream.range(0, rank.size()).filter(i -> i % 2 == half).toArray();
        ContractRank first = rank.subgroup(members, 3);
        ContractRank second = rank.subgroup(everybody(rank.size()), 4);
        ContractRank third = rank.subgroup(members, 5);
        isPlaced(first, rank.rank() / 2, members.length);
        isPlaced(second, rank.rank(), rank.size());
        ring(first, 32, 1000, 10L * half);
        ring(second, 32, 200_000, 30);
        ring(third, 32, 1000, 40 + 10L * half);
    }

    private static void alone(ContractRank rank) {
        ContractRank part = rank.subgroup(new int[] {rank.rank()}, 6);
        isPlaced(part, 0, 1);
        ring(part, 33, 1000, 50);
    }

    private static void partOfPart(ContractRank rank) {
        int size = rank.size();
        ContractRank part =
                rank.subgroup(IntStream.range(0, size).map(i -> size - 1 - i).toArray(), 7);
        if (part.rank() > 0) {
            ContractRank inner = part.subgroup(IntStream.range(1, size).toArray(), 8);
            isPlaced(inner, part.rank() - 1, size - 1);
            ring(inner, 34, 1000, 60);
            inner.close();
        }
        ring(part, 34, 1000, 70);
    }

    /** The same tag, in two groups of the same ranks: each message stays in its own. */
    private static void apart(ContractRank rank) {
        ContractRank part = rank.subgroup(everybody(rank.size()), 9);
        int below = rank.endpoint().send(rank.next(), 35, rank.filled(500, 80), 500);
        int above = part.endpoint().send(part.next(), 35, part.filled(500, 81), 500);
        long in = rank.allocate(500);
        part.recv(part.previous(), 35, in, 500);
        rank.verify("message of the part", in, 500, 81);
        rank.recv(rank.previous(), 35, in, 500);
        rank.verify("message of the whole", in, 500, 80);
        rank.await("send in the whole", below);
        part.await("send in the part", above);
        part.barrier();
        part.close();
        ring(rank, 36, 70_000, 82);
    }

    private static void manyParts(ContractRank rank) {
        for (int i = 0; i < 20; i++) {
            Endpoint part = rank.endpoint().subgroup(everybody(rank.size()), 10 + i);
            try (ContractRank member = new ContractRank(part, rank.host())) {
                ring(member, 37, 3000, 90 + i);
                member.barrier();
            }
        }
    }

    private static void outlives(ContractRank rank) {
        ContractRank whole = rank.subgroup(everybody(rank.size()), 11);
        ContractRank part = new ContractRank(whole.endpoint().subgroup(everybody(rank.size()), 12), rank.host());
        whole.barrier();
        whole.close();
        ring(part, 38, 70_000, 120);
        part.barrier();
        part.close();
    }
}
