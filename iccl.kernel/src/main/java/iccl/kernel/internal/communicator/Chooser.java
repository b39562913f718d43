package iccl.kernel.internal.communicator;

import iccl.kernel.internal.check.CheckedMachine;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.select.Selection;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The selection of one communicator, under the settings of the moment.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Chooser {
    private final Endpoint endpoint;
    private final Neighbourhood neighbourhood;
    private final Map<Algorithm, Algorithm> checked = new HashMap<>();
    private @Nullable Settings basis;
    private @Nullable Selection selection;

    Chooser(Endpoint endpoint, Neighbourhood neighbourhood) {
        this.endpoint = endpoint;
        this.neighbourhood = neighbourhood;
    }

    /** The algorithm for a call. */
    synchronized Algorithm choose(CollectiveCall call, Settings settings) {
        Algorithm choice = selection(settings).choose(call, isOffered(call, settings));
        boolean checks = settings.check() && !call.operation().isPointToPoint();
        return checks ? checked.computeIfAbsent(choice, Chooser::checked) : choice;
    }

    /** What {@link #choose} says, and why. */
    synchronized String explain(CollectiveCall call, Settings settings) {
        return selection(settings).explain(call, isOffered(call, settings));
    }

    /** A check comes before its collective, so that it could change the order in which the transport's own start. */
    private boolean isOffered(CollectiveCall call, Settings settings) {
        return !call.operation().isPointToPoint() && !settings.check() && endpoint.offers(call);
    }

    private static Algorithm checked(Algorithm algorithm) {
        return new Algorithm(
                algorithm.operation(),
                algorithm.name(),
                algorithm.description(),
                algorithm.inRankOrder(),
                algorithm.score(),
                bench -> new CheckedMachine(bench, algorithm.machine().apply(bench)));
    }

    private Selection selection(Settings settings) {
        if (!settings.equals(basis)) {
            String wishes = settings.algorithm().equals(Settings.AUTO) ? "" : settings.algorithm();
            selection = new Selection(neighbourhood.size(), neighbourhood.nodes(), settings.deterministic(), wishes);
            basis = settings;
        }
        return Objects.requireNonNull(selection);
    }
}
