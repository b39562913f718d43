package iccl.examples.internal.embedding;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** A service of your own in a container: the mean of the values that all ranks give. */
@Component(service = ClusterMean.class)
public final class ClusterMean {
    private final Iccl iccl;

    @Activate
    public ClusterMean(@Reference Iccl iccl) {
        this.iccl = iccl;
    }

    /** All ranks call it, each with its value; all get the same mean. */
    public double mean(double value) {
        Buffer number = iccl.memAlloc(Double.BYTES);
        try {
            number.asByteBuffer().putDouble(0, value);
            iccl.world().allReduce(number, number, 1, Datatype.FLOAT64, ReductionOp.AVG, null);
            return number.asByteBuffer().getDouble(0);
        } finally {
            iccl.memFree(number);
        }
    }
}
