package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The oracle for whole buffers; it is tested by itself, with numbers computed by hand. */
public final class TestOracle {
    private TestOracle() {}

    public static ByteBuffer combine(Datatype type, ReductionOp op, List<ByteBuffer> operands) {
        ByteBuffer result = ByteBuffer.allocate(operands.get(0).capacity()).order(ByteOrder.nativeOrder());
        long[] elements = new long[operands.size()];
        for (int i = 0; i < result.capacity() / type.bytes(); i++) {
            for (int rank = 0; rank < elements.length; rank++) {
                elements[rank] =
                        Elements.get(type, operands.get(rank).duplicate().order(ByteOrder.nativeOrder()), i);
            }
            Elements.put(type, result, i, Oracle.combine(type, op, elements));
        }
        return result;
    }
}
