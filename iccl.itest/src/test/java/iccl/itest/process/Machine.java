package iccl.itest.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The machine that the tests run on. */
final class Machine {
    private static final int TRIES = 10;
    private static final double IDLE = 0.25;

    private Machine() {}

    /** Whether the processors have hardly anything to do at some moment of the next ten seconds. */
    static boolean isIdleSoon() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        system.getCpuLoad(); // the load since the call before
        for (int i = 0; i < TRIES; i++) {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            if (system.getCpuLoad() < IDLE) {
                return true;
            }
        }
        return false;
    }
}
