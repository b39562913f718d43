package iccl.itest.container;

import static iccl.itest.container.Services.context;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.InvalidSyntaxException;

/**
 * What a bundle offers, and how a test sees it.
 *
 * @param bundle its name
 * @param property {@code iccl.platform} or {@code iccl.backend}
 * @param name the value of that
 * @param space of the memory that is best moved by it
 * @param isUsable false for what can be had in a launcher's process only, as MPI: it must do no more than say why
 * @param reason what the failure of an operation says when the bundle goes; a pattern
 */
record Offer(String bundle, String property, String name, MemorySpace space, boolean isUsable, String reason) {
    private static final long PATIENCE_MILLIS = 20_000;

    static Offer device(String name) {
        return new Offer("iccl.platform." + name, Platform.NAME, name, MemorySpace.DEVICE, true, "platform " + name);
    }

    /** Backend local stands on the host's platform and goes with it; which of the two is told of first is open. */
    static Offer host() {
        return new Offer(
                "iccl.platform.cpu", Platform.NAME, "cpu", MemorySpace.HOST, true, "platform cpu|backend local");
    }

    static Offer local() {
        return new Offer("iccl.backend.local", Backend.NAME, "local", MemorySpace.HOST, true, "backend local");
    }

    static Offer mpi(String name) {
        return new Offer("iccl.backend." + name, Backend.NAME, name, MemorySpace.HOST, false, "");
    }

    /** Whether its service is there, or where there is none to be had, its verdict. */
    boolean isPresent() {
        if (!isUsable) {
            return verdict().filter(verdict -> !verdict.reason().isBlank()).isPresent();
        }
        Class<?> type = property.equals(Backend.NAME) ? Backend.class : Platform.class;
        return find(type).isPresent();
    }

    void awaitPresent() {
        try {
            Waiting.until(property + " " + name, PATIENCE_MILLIS, () -> isPresent() ? Boolean.TRUE : null);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; " + verdict());
        }
    }

    void awaitAbsent() {
        Waiting.until("no more " + name, PATIENCE_MILLIS, () -> isPresent() ? null : Boolean.TRUE);
    }

    Optional<Verdict> verdict() {
        return find(Probe.class).map(Probe::verdict);
    }

    /** Whether memory comes from it, by way of a library of its own. */
    boolean losesMemory() {
        return property.equals(Platform.NAME);
    }

    /** Communicators that stand on it. A bundle is started before its services have reached everybody. */
    List<Communicator> open(Iccl iccl) {
        return Waiting.until("communicators on " + name, PATIENCE_MILLIS, () -> {
            List<Communicator> made;
            try {
                made = iccl.commInitAll(2);
            } catch (IcclException tooEarly) {
                return null;
            }
            Communicator first = made.get(0);
            if ((property.equals(Backend.NAME) ? first.backend() : first.platform()).equals(name)) {
                return made;
            }
            made.forEach(Communicator::close);
            return null;
        });
    }

    private <T> Optional<T> find(Class<T> type) {
        try {
            return context().getServiceReferences(type, "(" + property + "=" + name + ")").stream()
                    .findFirst()
                    .map(reference -> context().getService(reference));
        } catch (InvalidSyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
