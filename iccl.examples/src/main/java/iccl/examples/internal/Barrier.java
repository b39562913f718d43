package iccl.examples.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.Operation;
import iccl.api.Program;
import iccl.api.Stream;
import iccl.examples.internal.suite.Suite;
import iccl.examples.internal.suite.Trial;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.osgi.service.component.annotations.Component;

/**
 * Barrier: nobody goes on before all have come.
 *
 * <p>To see that it holds, one rank, another in each iteration, comes late on purpose: it waits for a word from every other
 * rank, then some time longer. So between giving its word and leaving the barrier every other rank must see at least that
 * time pass, on its own clock, however the ranks are spread over machines.
 */
@Component(property = {Program.NAME + "=barrier", Program.DESCRIPTION + "=nobody goes on before all have come"})
public final class Barrier implements Program {
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    @Override
    public int run(Iccl iccl, List<String> args) {
        return new Suite("barrier", Operation.BARRIER).run(iccl, args, Barrier::once);
    }

    static void once(Trial trial) {
        Communicator world = trial.world();
        int late = trial.iteration() % world.size();
        Buffer word = trial.iccl().memAlloc(1);
        try {
            if (world.rank() == late) {
                comeLate(world, word);
                pass(trial);
            } else {
                long start = System.nanoTime();
                world.send(word, 1, Datatype.INT8, late, null);
                pass(trial);
                trial.expectWaited(late, DELAY_NANOS, System.nanoTime() - start);
            }
        } finally {
            trial.iccl().memFree(word);
        }
        trial.timed(() -> world.barrier(trial.stream()));
    }

    private static void comeLate(Communicator world, Buffer word) {
        for (int other = 0; other < world.size(); other++) {
            if (other != world.rank()) {
                world.recv(word, 1, Datatype.INT8, other, null);
            }
        }
        long end = System.nanoTime() + DELAY_NANOS;
        for (long left = DELAY_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The barrier; on a stream it holds back the stream, and we wait for that. */
    private static void pass(Trial trial) {
        Stream stream = trial.stream();
        trial.world().barrier(stream);
        if (stream != null) {
            stream.synchronize();
        }
    }
}
