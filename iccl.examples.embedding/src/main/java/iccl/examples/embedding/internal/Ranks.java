package iccl.examples.embedding.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.ReductionOp;
import iccl.api.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ranks of one process that one thread works for: each has a stream, so that no call waits for the others'. */
final class Ranks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ranks.class);

    private final Iccl iccl;
    private final List<Communicator> communicators;
    private final List<Stream> streams = new ArrayList<>();
    private final List<Buffer> numbers = new ArrayList<>();

    Ranks(Iccl iccl, int size) {
        this.iccl = iccl;
        communicators = iccl.commInitAll(size);
        try {
            for (int rank = 0; rank < size; rank++) {
                streams.add(iccl.createStream());
                numbers.add(iccl.memAlloc(Double.BYTES));
            }
        } catch (RuntimeException e) {
            // A bundle may stop at any time, now too: nobody would close what was made so far.
            close();
            throw e;
        }
    }

    Communicator first() {
        return communicators.get(0);
    }

    /** Each rank gives the middle plus or minus something; all get the same mean. */
    double mean(double middle) {
        int size = communicators.size();
        for (int rank = 0; rank < size; rank++) {
            Buffer number = numbers.get(rank);
            number.asByteBuffer().putDouble(0, middle + rank - (size - 1) / 2.0);
            communicators.get(rank).allReduce(number, number, 1, Datatype.FLOAT64, ReductionOp.AVG, streams.get(rank));
        }
        streams.forEach(Stream::synchronize);
        return numbers.get(size - 1).asByteBuffer().getDouble(0);
    }

    /** Nothing is under way here, unless something failed; then nobody waits for it. */
    @Override
    public void close() {
        closeAll(communicators, Communicator::abort);
        closeAll(streams, Stream::close);
        closeAll(communicators, Communicator::close);
        closeAll(numbers, iccl::memFree);
    }

    /** One that is gone already keeps no other from being given back. */
    private static <T> void closeAll(List<T> all, Consumer<T> how) {
        for (T each : all) {
            try {
                how.accept(each);
            } catch (IcclException e) {
                LOG.debug("Already gone: {}", e.getMessage());
            }
        }
    }
}
