package iccl.run.internal.rank;

import iccl.api.IcclException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * Tells the user and the launcher why this rank failed. The launcher hears of it before the rank lets go of its peers, so
 * that it knows who failed first.
 */
final class FailureRecord {
    private final RankIdentity rank;
    private final @Nullable JobEvents events;

    /** @param events null when no launcher is listening */
    FailureRecord(RankIdentity rank, @Nullable JobEvents events) {
        this.rank = rank;
        this.events = events;
    }

    /** An exception that the program let go: a line for ours, a stack trace for any other. */
    void exception(Throwable failure, int status) {
        if (failure instanceof IcclException iccl) {
            String line = iccl.describe();
            write(status, iccl.code().title(), line);
            System.err.println(rank.prefix() + line);
        } else {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            write(status, "-", trace.toString());
            System.err.print(rank.prefix() + trace);
        }
        System.err.flush();
    }

    /** The program itself said that it failed, and has told the user why. */
    void exitStatus(int status) {
        write(status, "-", "");
    }

    private void write(int status, String code, String text) {
        if (events == null) {
            return;
        }
        try {
            if (!text.isEmpty()) {
                Files.writeString(events.file().resolveSibling("rank-" + rank.number() + ".failure"), text);
            }
            events.append("fail " + rank.number() + " " + status + " " + code);
        } catch (IOException e) {
            System.err.println(rank.prefix() + "cannot tell the launcher about the failure: " + e);
        }
    }
}
