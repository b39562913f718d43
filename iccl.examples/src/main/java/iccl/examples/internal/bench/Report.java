package iccl.examples.internal.bench;

import java.io.IOException;

/** Where the rows go; on rank 0 only. */
interface Report extends AutoCloseable {
    void add(Row row) throws IOException;

    @Override
    void close() throws IOException;
}
