package iccl.backend.openmpi.internal;

import iccl.backend.mpi.Finding;
import iccl.backend.mpi.LazyProbe;
import iccl.backend.mpi.MpiFailure;
import iccl.backend.mpi.MpiLibrary;
import iccl.backend.mpi.ThisMachine;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Looks, and in a rank of Open MPI starts it, which lets {@link OpenMpiBackend} come. When the bundle stops, MPI stays for
 * the next one; when the framework stops, MPI ends. No class of the bindings is touched before the search is done.
 */
@Component(immediate = true, property = Backend.NAME + "=" + OpenMpiBackend.NAME)
public final class OpenMpiProbe implements Probe {
    private final Probe answer;
    private final @Nullable MpiLibrary library;
    private final @Nullable ServiceRegistration<MpiLibrary> registration;

    @Activate
    public OpenMpiProbe(ComponentContext component) {
        OpenMpiSearch search = new OpenMpiSearch(new ThisMachine());
        boolean bindings = OpenMpiProbe.class.getClassLoader().getResource("mpi/MPI.class") != null;
        if (!search.mayStart(bindings)) {
            library = null;
            registration = null;
            answer = new LazyProbe(() -> search.look(bindings).verdict(OpenMpiBackend.NAME));
            return;
        }
        Started started = start();
        library = started.library();
        Verdict verdict = started.finding().verdict(OpenMpiBackend.NAME);
        answer = () -> verdict;
        if (library == null) {
            registration = null;
            return;
        }
        BundleContext context = component.getBundleContext();
        registration = context.registerService(
                MpiLibrary.class, library, FrameworkUtil.asDictionary(Map.of(Backend.NAME, OpenMpiBackend.NAME)));
        component.enableComponent(OpenMpiBackend.class.getName());
    }

    private record Started(@Nullable MpiLibrary library, Finding finding) {}

    private static Started start() {
        try {
            MpiLibrary library = OpenMpiLibrary.start();
            return new Started(library, Finding.available(library.version(), "this process is one of its ranks"));
        } catch (MpiFailure | LinkageError failure) {
            return new Started(
                    null,
                    Finding.unavailable(
                            "Open MPI did not start in this process: " + failure.getMessage(),
                            "mpi.jar and libmpi_java.so must be of the Open MPI whose mpirun started this rank;"
                                    + " icclrun -l ompi sees to it"));
        }
    }

    @Override
    public Verdict verdict() {
        return answer.verdict();
    }

    @Deactivate
    void stop(BundleContext context) {
        if (registration == null || library == null) {
            return;
        }
        registration.unregister();
        Bundle framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
        if (framework != null && framework.getState() == Bundle.STOPPING) {
            library.finish();
        }
    }
}
