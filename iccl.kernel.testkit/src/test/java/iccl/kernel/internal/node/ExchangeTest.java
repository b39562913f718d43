package iccl.kernel.internal.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.kernel.testkit.CheckedMemory;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExchangeTest {
    private static final int RANKS = 3;

    private final CheckedMemory memory = new CheckedMemory();
    private final Board[] boards = new Board[RANKS];
    private final Exchange[] ranks = new Exchange[RANKS];

    ExchangeTest() {
        boards[0] = Board.create(memory, RANKS, 1 << 20);
        for (int rank = 0; rank < RANKS; rank++) {
            boards[rank] = rank == 0 ? boards[0] : Board.attach(memory, boards[0].key(), RANKS);
            ranks[rank] = new Exchange(boards[rank], rank, RANKS);
        }
    }

    @AfterEach
    void release() {
        for (Board board : boards) {
            board.release();
        }
        memory.assertNothingLeaked();
    }

    /** As many as it may. */
    private int beginAll(int rank, int depth) {
        int begun = 0;
        while (ranks[rank].isNextFree(depth)) {
            ranks[rank].begin();
            begun++;
        }
        return begun;
    }

    private void begin(int rank, int times) {
        for (int time = 0; time < times; time++) {
            ranks[rank].begin();
        }
    }

    @ParameterizedTest
    @EnumSource(Room.class)
    void shouldLetARankBeAheadAsFarAsThereIsRoom(Room room) {
        assertEquals(room.depth() - 1, beginAll(0, room.depth()));
        assertTrue(ranks[0].awaited() != IcclException.NO_RANK);
    }

    @ParameterizedTest
    @EnumSource(Room.class)
    void shouldGoOnOnceHalfTheRoomIsFree(Room room) {
        int depth = room.depth();
        beginAll(0, depth);
        beginAll(1, depth);
        begin(2, depth / 2 - 1);
        assertFalse(ranks[0].isNextFree(depth));
        assertEquals(2, ranks[0].awaited());
        begin(2, 1);
        assertEquals(depth / 2, beginAll(0, depth));
    }

    @Test
    void shouldSeeOneThatIsAheadForEachOfItsExchanges() {
        int ahead = beginAll(1, Room.LINE.depth());
        beginAll(2, Room.LINE.depth());
        for (int number = 1; number <= ahead; number++) {
            ranks[0].begin();
            assertTrue(ranks[0].haveAllBegun());
        }
        ranks[0].begin();
        assertFalse(ranks[0].hasBegun(1));
        ranks[1].begin();
        assertTrue(ranks[0].hasBegun(1));
        assertFalse(ranks[0].hasBegun(2));
        assertEquals(2, ranks[0].awaited());
    }

    /** In any order of steps somebody can go on, nobody is too far ahead, and nobody sees what has not begun. */
    @ParameterizedTest
    @EnumSource(Room.class)
    void shouldNeverBlockAll(Room room) {
        long seed = System.nanoTime();
        System.out.println("ExchangeTest seed " + seed);
        Random random = new Random(seed);
        for (int step = 0; step < 20_000; step++) {
            int rank = random.nextInt(RANKS);
            int peer = (rank + 1 + random.nextInt(RANKS - 1)) % RANKS;
            assertEquals(ranks[peer].current() >= ranks[rank].current(), ranks[rank].hasBegun(peer));
            long last = Arrays.stream(ranks).mapToLong(Exchange::current).min().orElseThrow();
            boolean isFree = ranks[rank].isNextFree(room.depth());
            assertTrue(!isFree || ranks[rank].next() - last < room.depth());
            assertTrue(isFree || ranks[rank].current() > last, "the last one waits for nobody");
            if (isFree) {
                ranks[rank].begin();
            }
        }
    }
}
