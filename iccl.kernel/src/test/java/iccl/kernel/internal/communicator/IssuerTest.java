package iccl.kernel.internal.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.progress.Backoff;
import iccl.kernel.internal.progress.CountingEndpoint;
import iccl.kernel.internal.progress.Driver;
import iccl.kernel.internal.progress.MachineSource;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.Waiter;
import iccl.kernel.port.CollectiveCall;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IssuerTest {
    private static final class NoMachines implements MachineSource {
        @Override
        public Machine take(Task task) {
            throw new UnsupportedOperationException("take");
        }

        @Override
        public void give(Task task, Machine machine) {
            throw new UnsupportedOperationException("give");
        }
    }

    /** Whatever else is under way: who had the tag may have ended before anybody counted. */
    @Test
    void shouldTakeATagThatIsGivenBackWhileItWaits() throws Exception {
        Issuer issuer = issuer();
        CollectiveCall call = new CollectiveCall(Operation.BARRIER, 0, 0, 0, Datatype.UINT8, null, 0);
        for (int tag = 0; tag < Tags.CONTROL; tag++) {
            assertEquals(tag, issuer.takeTag(call));
        }
        FutureTask<Integer> waits = new FutureTask<>(() -> issuer.takeTag(call));
        Thread thread = new Thread(waits);
        thread.start();
        thread.join(50);
        issuer.giveTag(call, 0);
        try {
            assertEquals(0, waits.get(30, TimeUnit.SECONDS));
        } finally {
            thread.interrupt();
        }
    }

    @SuppressWarnings("NullAway") // nothing is chosen here
    private static Issuer issuer() {
        NoMachines machines = new NoMachines();
        Driver driver = new Driver(new CountingEndpoint(), machines, "rank 0 of world (1 rank)", () -> false);
        return new Issuer(driver, machines, null, new Waiter(new Backoff(true, false)), true);
    }
}
