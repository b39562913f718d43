package iccl.kernel.internal.pattern;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PatternTest {
    static IntStream sizes() {
        return IntStream.rangeClosed(1, 17);
    }

    static Stream<int[]> sizesAndRoots() {
        return sizes().boxed().flatMap(size -> IntStream.range(0, size).mapToObj(root -> new int[] {size, root}));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldCutIntoEvenBlocks(int parts) {
        for (long count : new long[] {0, 1, 2, 16, 17, 100, 1L << 40}) {
            long end = 0;
            for (int part = 0; part < parts; part++) {
                assertEquals(end, Blocks.offset(count, parts, part));
                long length = Blocks.length(count, parts, part);
                assertTrue(length <= Blocks.longest(count, parts) && length >= Blocks.longest(count, parts) - 1);
                end += length;
            }
            assertEquals(count, end);
        }
    }

    @Test
    void shouldCutIntoPieces() {
        assertEquals(0, Blocks.pieces(0, 4));
        assertEquals(2, Blocks.pieces(8, 4));
        assertEquals(3, Blocks.pieces(9, 4));
        assertArrayEquals(
                new long[] {4, 4, 1, 0, 0},
                IntStream.range(0, 5)
                        .mapToLong(i -> Blocks.pieceLength(9, 4, i))
                        .toArray());
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldPassEveryBlockAroundTheRing(int size) {
        for (int rank = 0; rank < size; rank++) {
            int next = Ring.next(rank, size);
            assertEquals(rank, Ring.previous(next, size));
            BitSet reduced = new BitSet();
            BitSet gathered = new BitSet();
            for (int round = 0; round < size - 1; round++) {
                assertEquals(Ring.reduceScatterSends(rank, round, size), Ring.reduceScatterReceives(next, round, size));
                assertEquals(Ring.allGatherSends(rank, round, size), Ring.allGatherReceives(next, round, size));
                if (round > 0) {
                    assertEquals(
                            Ring.reduceScatterReceives(rank, round - 1, size),
                            Ring.reduceScatterSends(rank, round, size));
                    assertEquals(Ring.allGatherReceives(rank, round - 1, size), Ring.allGatherSends(rank, round, size));
                }
                reduced.set(Ring.reduceScatterReceives(rank, round, size));
                gathered.set(Ring.allGatherReceives(rank, round, size));
            }
            assertEquals(size - 1, reduced.cardinality());
            assertEquals(size - 1, gathered.cardinality());
            if (size > 1) {
                assertEquals(rank, Ring.reduceScatterReceives(rank, size - 2, size));
                assertEquals(rank, Ring.allGatherSends(rank, 0, size));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldJoinNeighbouringGroupsByRecursiveDoubling(int size) {
        BitSet[] known = own(size);
        int extras = RecursiveDoubling.extras(size);
        for (int rank = 0; rank < 2 * extras; rank += 2) {
            assertEquals(RecursiveDoubling.Role.EXTRA, RecursiveDoubling.role(rank, size));
            assertEquals(RecursiveDoubling.Role.PROXY, RecursiveDoubling.role(rank + 1, size));
            known[rank + 1].or(known[rank]);
        }
        for (int round = 0; round < RecursiveDoubling.rounds(size); round++) {
            BitSet[] before = copy(known);
            for (int rank = 0; rank < size; rank++) {
                if (RecursiveDoubling.role(rank, size) == RecursiveDoubling.Role.EXTRA) {
                    continue;
                }
                int partner = RecursiveDoubling.partner(rank, round, size);
                assertEquals(rank, RecursiveDoubling.partner(partner, round, size));
                assertNotEquals(RecursiveDoubling.Role.EXTRA, RecursiveDoubling.role(partner, size));
                assertTrue(!before[rank].intersects(before[partner]));
                known[rank].or(before[partner]);
                int run = known[rank].nextClearBit(known[rank].nextSetBit(0));
                assertEquals(-1, known[rank].nextSetBit(run), "not neighbours");
            }
        }
        for (int rank = 0; rank < size; rank++) {
            if (RecursiveDoubling.role(rank, size) != RecursiveDoubling.Role.EXTRA) {
                assertEquals(size, known[rank].cardinality());
            }
        }
    }

    @Test
    void shouldGiveTheRolesOfSixRanks() {
        assertEquals(
                "EXTRA PROXY EXTRA PROXY BASE BASE",
                String.join(
                        " ",
                        IntStream.range(0, 6)
                                .mapToObj(
                                        rank -> RecursiveDoubling.role(rank, 6).name())
                                .toList()));
        assertEquals(3, RecursiveDoubling.partner(1, 0, 6));
        assertEquals(4, RecursiveDoubling.partner(1, 1, 6));
        assertEquals(5, RecursiveDoubling.partner(4, 0, 6));
    }

    @ParameterizedTest
    @MethodSource("sizesAndRoots")
    void shouldReachEveryPlaceOfTheBinomialTreeOnce(int[] sizeAndRoot) {
        int size = sizeAndRoot[0];
        int root = sizeAndRoot[1];
        BitSet reached = new BitSet();
        reached.set(0);
        for (int place = 0; place < size; place++) {
            int rank = BinomialTree.rank(place, root, size);
            assertEquals(place, BinomialTree.place(rank, root, size));
            int below = 1;
            for (int child = 0; child < BinomialTree.children(place, size); child++) {
                int at = BinomialTree.child(place, child);
                assertEquals(place + below, at, "subtrees are runs");
                assertEquals(place, BinomialTree.parent(at));
                assertTrue(!reached.get(at));
                reached.set(at);
                below += BinomialTree.subtree(at, size);
            }
            assertEquals(below, BinomialTree.subtree(place, size));
        }
        assertEquals(size, reached.cardinality());
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldTellEverybodyByDissemination(int size) {
        BitSet[] known = own(size);
        int blocks = 1;
        for (int round = 0; round < Dissemination.rounds(size); round++) {
            BitSet[] before = copy(known);
            for (int rank = 0; rank < size; rank++) {
                int to = Dissemination.to(rank, round, size);
                assertEquals(rank, Dissemination.from(to, round, size));
                known[to].or(before[rank]);
            }
            blocks += Dissemination.blocks(round, size);
        }
        assertEquals(size, blocks);
        for (BitSet all : known) {
            assertEquals(size, all.cardinality());
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldMeetEverybodyPairwise(int size) {
        for (int rank = 0; rank < size; rank++) {
            BitSet met = new BitSet();
            for (int round = 0; round < size; round++) {
                int partner = Pairwise.partner(rank, round, size);
                assertEquals(rank, Pairwise.partner(partner, round, size));
                met.set(partner);
            }
            assertEquals(size, met.cardinality());
        }
    }

    private static BitSet[] own(int size) {
        BitSet[] known = new BitSet[size];
        for (int rank = 0; rank < size; rank++) {
            known[rank] = new BitSet();
            known[rank].set(rank);
        }
        return known;
    }

    private static BitSet[] copy(BitSet[] sets) {
        return Stream.of(sets).map(set -> (BitSet) set.clone()).toArray(BitSet[]::new);
    }
}
