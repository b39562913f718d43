package iccl.itest.container;

import iccl.api.Communicator;
import iccl.api.Iccl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's component, as the README shows it: it gets the library by a reference and calculates with it. */
public class Application {
    // DS writes it before the component is offered; see OSGI-INF/application.xml.
    @Nullable
    private Iccl iccl;

    /** The number of ranks, by way of a sum over all of them. */
    public int count(int ranks) {
        Iccl library = java.util.Objects.requireNonNull(iccl);
        List<Communicator> communicators = library.commInitAll(ranks);
        try (Traffic traffic = new Traffic(library, communicators)) {
            traffic.awaitRounds(3);
            return traffic.size();
        } finally {
            communicators.forEach(Communicator::close);
        }
    }
}
