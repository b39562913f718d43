package iccl.run.internal.rank;

import iccl.api.IcclException;
import iccl.api.Program;
import iccl.api.ResultCode;
import iccl.run.internal.container.Container;
import iccl.run.internal.container.ProcessContainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** Runs programs that are OSGi services. */
final class ServicePrograms {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ServicePrograms() {}

    static int runNamed(String name, List<String> arguments) throws Exception {
        ProcessContainer process = ProcessContainer.get();
        Program program = process.container().await(Program.class, "(" + Program.NAME + "=" + name + ")", LIMIT);
        return program.run(process.iccl(), arguments);
    }

    /** Runs the only program of a bundle that is installed for it. */
    static int runOnlyOneOf(java.nio.file.Path file, List<String> arguments) throws Exception {
        ProcessContainer process = ProcessContainer.get();
        Container container = process.container();
        Bundle bundle = container.install(file);
        container.start(bundle);
        // Its components may wait for one that starts late; the first to come is enough to know.
        container.await(Program.class, "(service.bundleid=" + bundle.getBundleId() + ")", LIMIT);
        List<String> names = new ArrayList<>();
        ServiceReference<?>[] references = bundle.getRegisteredServices();
        for (ServiceReference<?> reference : references == null ? new ServiceReference<?>[0] : references) {
            if (reference.getProperty(Program.NAME) instanceof String name) {
                names.add(name);
            }
        }
        if (names.size() != 1) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    file + " holds " + names.size() + " programs, not one: " + String.join(", ", names)
                            + ". Copy it to the installation's bundles folder and name the program");
        }
        Program program = container.await(Program.class, "(service.bundleid=" + bundle.getBundleId() + ")", LIMIT);
        return program.run(process.iccl(), arguments);
    }
}
