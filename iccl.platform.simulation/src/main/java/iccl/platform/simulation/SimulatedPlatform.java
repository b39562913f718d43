package iccl.platform.simulation;

import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import iccl.platform.device.DeviceProbe;
import iccl.platform.device.VendorTable;
import java.util.Map;

/** A vendor's platform without its bundle, on a machine of the test's. */
public final class SimulatedPlatform extends DevicePlatform {
    private SimulatedPlatform(Probe probe) {
        super(probe);
    }

    /** A probe whose verdict a test looks at. */
    public static DeviceProbe probe(VendorTable table, Map<String, String> environment) {
        return new DeviceProbe(table, environment::get, () -> {}) {};
    }

    /**
     * @throws AssertionError with the verdict when no device answers
     */
    public static SimulatedPlatform open(VendorTable table, Map<String, String> environment) {
        DeviceProbe probe = probe(table, environment);
        try {
            return new SimulatedPlatform(probe);
        } catch (NullPointerException e) {
            throw new AssertionError(probe.verdict().toString(), e);
        }
    }
}
