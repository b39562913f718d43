package iccl.kernel.internal.communicator;

import iccl.api.Operation;
import iccl.kernel.internal.check.CheckedMachine;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.StagedMachine;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.select.Means;
import iccl.kernel.internal.select.Selection;
import iccl.kernel.internal.select.TuningTable;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The selection of one communicator, under the settings of the moment.
 *
 * <p>Threads: one at a time chooses; any may ask to {@link #explain}.
 */
final class Chooser {
    private final Endpoint endpoint;
    private final Neighbourhood neighbourhood;
    private final Staging staging;
    private final Sharing sharing;
    private final Map<Algorithm, Algorithm> checked = new HashMap<>();
    /** By algorithm, then by the spaces of this rank's buffers. */
    private final IdentityHashMap<Algorithm, @Nullable Algorithm[]> staged = new IdentityHashMap<>();

    private @Nullable Settings basis;
    private @Nullable Selection selection;
    private TuningTable tuning = TuningTable.NONE;

    Chooser(Endpoint endpoint, Neighbourhood neighbourhood, Staging staging, Sharing sharing) {
        this.sharing = sharing;
        this.endpoint = endpoint;
        this.neighbourhood = neighbourhood;
        this.staging = staging;
    }

    /**
     * The algorithm for a call.
     *
     * @param spaces where this rank's buffers are, as {@link Spaces} numbers it
     */
    Algorithm choose(CollectiveCall call, int spaces, Settings settings) {
        Algorithm choice = goesStaged(call, settings)
                ? chooseStaged(call, spaces, settings)
                : selection(settings).choose(call, meansOf(call, settings));
        boolean checks = settings.check() && !call.operation().isPointToPoint();
        return checks ? checked.computeIfAbsent(choice, Chooser::checked) : choice;
    }

    /**
     * Whether the call is cut into chunks; the same on every rank. Where every transport accepts device memory, messages and
     * the transport's own collectives are not.
     */
    private boolean goesStaged(CollectiveCall call, Settings settings) {
        Agreement agreement = staging.agreement();
        boolean isDirect = agreement.isDirect() && (call.operation().isPointToPoint() || isOffered(call, settings));
        return agreement.isStaged() && !isDirect && call.operation() != Operation.BARRIER;
    }

    private Algorithm chooseStaged(CollectiveCall call, int spaces, Settings settings) {
        Algorithm inner = selection(settings).choose(chunkOf(call), Means.MESSAGES);
        boolean isCut = StagedMachine.isCut(
                call, neighbourhood.size(), staging.agreement().chunkBytes());
        if (spaces == Spaces.HOST && !isCut && !StagedMachine.isSwappedInPlace(call)) {
            return inner;
        }
        @Nullable Algorithm[] variants = staged.computeIfAbsent(inner, algorithm -> new Algorithm[Spaces.COUNT]);
        Algorithm known = variants[spaces];
        if (known == null) {
            known = staged(inner, spaces);
            variants[spaces] = known;
        }
        return known;
    }

    private CollectiveCall chunkOf(CollectiveCall call) {
        long count = StagedMachine.largestCount(
                call, neighbourhood.size(), staging.agreement().chunkBytes());
        return count == call.count()
                ? call
                : new CollectiveCall(call.operation(), 0, 0, count, call.type(), call.op(), call.root());
    }

    private Algorithm staged(Algorithm algorithm, int spaces) {
        return new Algorithm(
                algorithm.operation(),
                algorithm.name(),
                algorithm.description(),
                algorithm.inRankOrder(),
                algorithm.score(),
                bench -> new StagedMachine(
                        bench,
                        algorithm.machine().apply(bench),
                        staging.path(),
                        Spaces.isSendOnDevice(spaces),
                        Spaces.isRecvOnDevice(spaces)));
    }

    /** What {@link #choose} says, and why. */
    String explain(CollectiveCall call, Settings settings) {
        Selection own = makeSelection(settings, staging.tuning());
        return goesStaged(call, settings)
                ? own.explain(chunkOf(call), Means.MESSAGES)
                : own.explain(call, meansOf(call, settings));
    }

    private Means meansOf(CollectiveCall call, Settings settings) {
        // Where ranks have devices a buffer may be there, out of reach for the others.
        boolean isOfHosts = !staging.agreement().isStaged() || call.operation() == Operation.BARRIER;
        boolean isShared =
                isOfHosts && sharing.isPossible() && !call.operation().isPointToPoint();
        return Means.of(isOffered(call, settings), isShared);
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

    @SuppressWarnings("ReferenceEquality") // the same object until something is set anew
    private Selection selection(Settings settings) {
        TuningTable table = staging.tuning();
        if (settings != basis || table != tuning) {
            selection = makeSelection(settings, table);
            basis = settings;
            tuning = table;
        }
        return Objects.requireNonNull(selection);
    }

    private Selection makeSelection(Settings settings, TuningTable table) {
        String wishes = settings.algorithm().equals(Settings.AUTO) ? "" : settings.algorithm();
        return new Selection(neighbourhood.size(), neighbourhood.nodes(), settings.deterministic(), wishes, table);
    }
}
