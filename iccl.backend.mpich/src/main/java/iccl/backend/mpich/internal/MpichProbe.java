package iccl.backend.mpich.internal;

import iccl.backend.mpi.Finding;
import iccl.backend.mpi.LazyProbe;
import iccl.backend.mpi.MpiFailure;
import iccl.backend.mpi.MpiLibrary;
import iccl.backend.mpi.ThisMachine;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.io.IOException;
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
 * Looks, and in a rank of MPICH starts it, which lets {@link MpichBackend} come. When the bundle stops, MPI stays for
 * the next one; when the framework stops, MPI ends. No library is opened before the search is done.
 */
@Component(immediate = true, property = Backend.NAME + "=" + MpichBackend.NAME)
public final class MpichProbe implements Probe {
    private final Probe answer;
    private final @Nullable MpiLibrary library;
    private final @Nullable ServiceRegistration<MpiLibrary> registration;

    @Activate
    public MpichProbe(ComponentContext component) {
        MpichSearch search = new MpichSearch(new ThisMachine());
        if (!search.mayStart()) {
            library = null;
            registration = null;
            answer = new LazyProbe(() -> search.look().verdict(MpichBackend.NAME));
            return;
        }
        Started started = start(search);
        library = started.library();
        Verdict verdict = started.finding().verdict(MpichBackend.NAME);
        answer = () -> verdict;
        if (library == null) {
            registration = null;
            return;
        }
        BundleContext context = component.getBundleContext();
        registration = context.registerService(
                MpiLibrary.class, library, FrameworkUtil.asDictionary(Map.of(Backend.NAME, MpichBackend.NAME)));
        component.enableComponent(MpichBackend.class.getName());
    }

    private record Started(@Nullable MpiLibrary library, Finding finding) {}

    private static Started start(MpichSearch search) {
        try {
            MpiLibrary library = MpichLibrary.start(search.libraries());
            return new Started(library, Finding.available(library.version(), "this process is one of its ranks"));
        } catch (MpiFailure | IOException failure) {
            return new Started(
                    null,
                    Finding.unavailable(
                            "MPICH did not start in this process: " + failure.getMessage(),
                            "the library must be of the MPICH whose mpiexec started this rank; "
                                    + MpichSearch.LIBRARY_VARIABLE + " can name it"));
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
