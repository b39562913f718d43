package iccl.run.internal.ssh;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Keeps little more than a portion on its way. sshd takes what it is sent at once and keeps what the script has not read yet;
 * with each packet it copies all of that, which, up to the two MiB that ssh lets be on their way, takes more time than all the
 * rest.
 */
final class PacedOutput extends FilterOutputStream {
    /** On their way when the last of a portion is: so the script goes on while the receipt comes. */
    private static final int NEXT = 2 * NodeShell.PIECE;

    private final long portion;
    private final Receipts receipts;
    private long ahead;

    /** Tells that the script has read a portion. */
    interface Receipts {
        void await() throws IOException;
    }

    /** @param portion in bytes, a piece at least */
    PacedOutput(OutputStream out, long portion, Receipts receipts) {
        super(out);
        this.portion = portion;
        this.receipts = receipts;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = 0; at < length; at += NodeShell.PIECE) {
            int count = Math.min(NodeShell.PIECE, length - at);
            while (ahead + count > portion + NEXT) {
                out.flush();
                receipts.await();
                ahead -= portion;
            }
            out.write(bytes, offset + at, count);
            ahead += count;
        }
    }
}
