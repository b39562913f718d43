import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import java.util.Arrays;

/** The time of an all-reduce through the Java API; small.c is the same through the C API. Arguments: BYTES CALLS */
public class Small {
    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]) / Float.BYTES;
        int calls = Integer.parseInt(args[1]);
        Communicator world = Iccl.get().world();
        Communicator all = world.split(0, world.rank());
        Buffer send = Iccl.get().memAlloc(4L * count);
        Buffer recv = Iccl.get().memAlloc(4L * count);
        double[] times = new double[21];
        for (int round = -10; round < times.length; round++) {
            all.barrier(null);
            long begin = System.nanoTime();
            for (int i = 0; i < calls; i++) {
                all.allReduce(send, recv, count, Datatype.FLOAT32, ReductionOp.SUM, null);
            }
            if (round >= 0) {
                times[round] = (System.nanoTime() - begin) / 1000.0 / calls;
            }
        }
        Arrays.sort(times);
        if (world.rank() == 0) {
            System.out.printf("java %s bytes %.3f us (least %.3f)%n", args[0], times[times.length / 2], times[0]);
        }
    }
}
