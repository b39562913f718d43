import iccl.api.Communicator;
import iccl.api.Iccl;

/** Tells which rank it is. */
public class Greet {
    public static void main(String[] arguments) {
        Communicator world = Iccl.get().world();
        System.out.println("greetings from rank " + world.rank() + " of " + world.size());
    }
}
