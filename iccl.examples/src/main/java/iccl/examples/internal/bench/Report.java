package iccl.examples.internal.bench;

import java.io.IOException;

/** Where the rows go; on rank 0 only. What was added so far can be read even when the rest fails. */
interface Report extends AutoCloseable {
    void add(Row row) throws IOException;

    /** After the last row. */
    void finish() throws IOException;

    @Override
    default void close() throws IOException {}
}
