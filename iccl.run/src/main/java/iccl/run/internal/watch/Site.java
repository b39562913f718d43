package iccl.run.internal.watch;

import java.io.IOException;
import java.util.Collection;

/** The part of a job that is in one place: its files, its ranks' output and news, and what cleans up after it. */
interface Site {
    /** Makes the files and begins to listen. */
    void start() throws IOException;

    /** Waits, for a bounded time, until the files are there or there is a problem. */
    void awaitStart() throws InterruptedException;

    /** The ranks are being started. */
    void go();

    /** Passes on what is new. */
    void poll();

    /** What has gone wrong with the place itself; empty while all is well. */
    String problem();

    /** Tells its ranks something about the job. */
    void tell(String event) throws IOException;

    /**
     * Asks programs to end by SIGTERM.
     *
     * @param programs their process ids there
     */
    void askToEnd(Collection<Long> programs) throws IOException;

    /** A failed rank's own words, or empty. */
    String failureText(int rank) throws IOException;

    /**
     * Ends what is left and removes the files; goes on by itself.
     *
     * @param isUrgent whether processes get no time to end by themselves
     */
    void cleanUp(boolean isUrgent) throws IOException;

    /** Whether nothing is left, by a time that is bounded. */
    boolean awaitEnd() throws IOException, InterruptedException;

    /** Makes a site that passes on what it hears. */
    interface Maker {
        Site make(RankEvents events, RankOutput output);
    }
}
