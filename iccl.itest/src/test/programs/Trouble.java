import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import java.nio.file.Files;
import java.nio.file.Path;

/** A user's program that misbehaves as its arguments say; the process tests make a jar of it. */
public final class Trouble {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "show" -> show(args);
            case "memory" -> memory();
            default -> go(args[0], args.length > 1 ? Integer.parseInt(args[1]) : -1, args);
        }
    }

    private static void go(String what, int culprit, String[] args) throws Exception {
        Communicator world = Iccl.get().world();
        world.barrier(null);
        System.out.println("ready rank=" + world.rank() + " pid=" + ProcessHandle.current().pid());
        System.out.flush();
        world.barrier(null);
        if (world.rank() == culprit) {
            switch (what) {
                case "throw" -> throw new IllegalStateException("trouble on purpose");
                case "exit" -> System.exit(Integer.parseInt(args[2]));
                case "hang" -> Thread.sleep(Long.MAX_VALUE);
                default -> throw new IllegalArgumentException(what);
            }
        }
        world.barrier(null);
    }

    private static void show(String[] args) {
        int rank = Iccl.get().world().rank();
        for (int i = 1; i < args.length; i++) {
            System.out.println(rank + " arg " + i + " <" + args[i] + ">");
        }
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("SHOW_")) {
                System.out.println(rank + " env " + name + " <" + value + ">");
            }
        });
    }

    private static void memory() throws Exception {
        Iccl iccl = Iccl.get();
        Communicator world = iccl.world();
        Buffer buffer = iccl.memAlloc(4L << 20);
        world.allReduce(buffer, buffer, 1 << 20, Datatype.FLOAT32, ReductionOp.SUM, null);
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                System.out.println("rank " + world.rank() + " " + line.replaceAll("\\s+", " "));
            }
        }
    }
}
