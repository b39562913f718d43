package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.watch.RankEvents.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankEventsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @SuppressWarnings("NullAway.Init") // Each test begins with it.
    private EventFile news;

    @Test
    void shouldBlameTheFirstThatFailed() throws IOException {
        RankEvents events = after("start 0 10\nstart 1 11\nexit 0 0\nexit 1 3\nexit 2 4\n");
        assertEquals(new Failure(1, 3, "-"), events.first());
        assertTrue(events.isCulpritKnown());
        assertEquals(11L, events.processOf(1));
    }

    @Test
    void shouldNotBlameARankForWhatAnotherDid() throws IOException {
        RankEvents events = after("start 0 10\nstart 1 11\nfail 0 1 remoteError\nexit 0 1\n");
        assertEquals(new Failure(0, 1, "remoteError"), events.first());
        assertFalse(events.isCulpritKnown(), "somebody else did it");
        add("exit 1 139\n");
        read(events);
        assertEquals(new Failure(1, 139, "-"), events.first());
        assertTrue(events.isCulpritKnown());
    }

    @Test
    void shouldCountAFailureOnce() throws IOException {
        RankEvents events = after("start 0 10\nfail 0 2 invalidArgument\nexit 0 9\n");
        assertEquals(new Failure(0, 2, "invalidArgument"), events.first());
    }

    @Test
    void shouldWaitForTheRestOfALine() throws IOException {
        RankEvents events = after("start 0 10\nexit 0 1");
        assertNull(events.first());
        add("2\n");
        read(events);
        assertEquals(new Failure(0, 12, "-"), events.first());
    }

    @Test
    void shouldBlameNobodyForTheEndOfMpi() throws IOException {
        RankEvents events = after("start 0 10\nstart 1 11\ndone 0\n");
        assertFalse(events.settle(2), "rank 1 is still at work");
        add("done 1\n");
        read(events);
        assertTrue(events.settle(2));
        add("exit 0 0\nexit 1 137\n");
        read(events);
        assertNull(events.first());
        add("exit 0 139\n");
        read(events);
        assertEquals(new Failure(0, 139, "-"), events.first(), "nobody but itself did that");
    }

    @Test
    void shouldStillBlameWhoFailedBeforeAllWereDone() throws IOException {
        RankEvents events = after("start 0 10\nstart 1 11\ndone 0\nexit 1 3\n");
        assertTrue(events.areDone(2));
        assertFalse(events.settle(2));
        assertEquals(new Failure(1, 3, "-"), events.first());
    }

    @Test
    void shouldKnowWhenAllAreDone() throws IOException {
        RankEvents events = after("start 0 10\nstart 1 11\nstart 2 12\ndone 1\ndone 2\nexit 1 0\n");
        assertFalse(events.areDone(3));
        add("exit 0 0\n");
        read(events);
        assertTrue(events.areDone(3));
    }

    @Test
    void shouldKnowWhoIsStillRunning() throws IOException {
        RankEvents events = after("start 2 12\nstart 0 10\nstart 1 11\ndone 1\nexit 1 0\nending\n");
        assertEquals(Set.of(0, 2), events.running());
        events.endedSilently(2, 137);
        assertEquals(Set.of(0), events.running());
        assertEquals(new Failure(2, 137, "-"), events.first());
    }

    private RankEvents after(String text) throws IOException {
        Files.writeString(file(), text);
        news = new EventFile(file());
        RankEvents events = new RankEvents();
        read(events);
        return events;
    }

    private void read(RankEvents events) throws IOException {
        news.news().forEach(events::accept);
    }

    private void add(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.APPEND);
    }

    private Path file() {
        return folder.resolve("events");
    }
}
