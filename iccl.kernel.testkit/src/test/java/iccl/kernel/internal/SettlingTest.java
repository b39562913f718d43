package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.kernel.port.Verdict;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While a container starts, what is made does not depend on who is faster. */
@Timeout(60)
class SettlingTest {
    @Test
    void shouldWaitForABackendWhoseProbeFoundIt() {
        try (LibraryRig rig = new LibraryRig()) {
            rig.kernel.put(
                    () -> new Verdict(Verdict.Kind.BACKEND, "late", Verdict.Status.AVAILABLE, "1", "it works", ""));
            onEach(List.of(0, 1), thread -> {
                if (thread == 0) {
                    assertEquals("late", rig.kernel.world().backend());
                } else {
                    TimeUnit.MILLISECONDS.sleep(100);
                    rig.addBackend("late", 0);
                }
            });
        }
    }

    @Test
    void shouldNotWaitForWhatIsNotUsable() {
        try (LibraryRig rig = new LibraryRig()) {
            rig.kernel.put(
                    () -> new Verdict(Verdict.Kind.BACKEND, "never", Verdict.Status.STANDBY, "1", "not for us", ""));
            long begin = System.nanoTime();
            assertEquals("self", rig.kernel.world().backend());
            assertEquals(0, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
        }
    }
}
