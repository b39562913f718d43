package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import iccl.platform.cpu.internal.jni.NativeLibrary;
import java.io.IOException;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Loads the native library, looks at the processor, and enables the platform when both will do. */
@Component(immediate = true, service = Probe.class)
public final class CpuProbe implements Probe {
    private final Verdict verdict;

    @Activate
    public CpuProbe(ComponentContext context) {
        verdict = probe();
        if (verdict.status() == Verdict.Status.AVAILABLE) {
            context.enableComponent(CpuPlatform.class.getName());
        }
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }

    static Verdict probe() {
        try {
            NativeLibrary.load();
            CpuPlatform platform = new CpuPlatform();
            String model = platform.devices().get(0).name();
            return verdict(Verdict.Status.AVAILABLE, platform.version(), "found " + model, "");
        } catch (IOException e) {
            return verdict(
                    Verdict.Status.UNAVAILABLE,
                    "",
                    "the native library could not be loaded: " + e.getMessage(),
                    "use an ICCL that was built for " + System.getProperty("os.arch")
                            + ", and directories for temporary files (java.io.tmpdir, now "
                            + System.getProperty("java.io.tmpdir")
                            + ") and for the container's cache that are not mounted noexec");
        } catch (IcclException e) {
            String remedy = "set " + Isa.VARIABLE + " (or the property " + Isa.PROPERTY + ") right, or not at all";
            return verdict(Verdict.Status.UNAVAILABLE, "", e.describe(), remedy);
        }
    }

    private static Verdict verdict(Verdict.Status status, String version, String reason, String remedy) {
        return new Verdict(Verdict.Kind.PLATFORM, CpuPlatform.CPU, status, version, reason, remedy);
    }
}
