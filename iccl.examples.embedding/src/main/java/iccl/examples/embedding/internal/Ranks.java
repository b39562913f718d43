package iccl.examples.embedding.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import iccl.api.Stream;
import java.util.ArrayList;
import java.util.List;

/** Ranks of one process that one thread works for: each has a stream, so that no call waits for the others'. */
final class Ranks implements AutoCloseable {
    private final Iccl iccl;
    private final List<Communicator> communicators;
    private final List<Stream> streams = new ArrayList<>();
    private final List<Buffer> numbers = new ArrayList<>();

    Ranks(Iccl iccl, int size) {
        this.iccl = iccl;
        communicators = iccl.commInitAll(size);
        for (int rank = 0; rank < size; rank++) {
            streams.add(iccl.createStream());
            numbers.add(iccl.memAlloc(Double.BYTES));
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
        communicators.forEach(Communicator::abort);
        streams.forEach(Stream::close);
        communicators.forEach(Communicator::close);
        numbers.forEach(iccl::memFree);
    }
}
