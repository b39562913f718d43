import iccl.api.*;

public class Hello {
    public static void main(String[] args) {
        Communicator world = Iccl.get().world();
        Buffer sum = Iccl.get().memAlloc(Integer.BYTES);
        sum.asByteBuffer().putInt(0, world.rank() + 1);
        world.allReduce(sum, sum, 1, Datatype.INT32, ReductionOp.SUM, null);
        System.out.println("rank " + world.rank() + " of " + world.size() + ": " + sum.asByteBuffer().getInt(0));
    }
}
