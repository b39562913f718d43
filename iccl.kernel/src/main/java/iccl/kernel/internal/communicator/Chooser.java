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
    private static final int DIRECT = Spaces.COUNT;

    private final Endpoint endpoint;
    private final Neighbourhood neighbourhood;
    private final Staging staging;
    private final Sharing sharing;
    private final Map<Algorithm, Algorithm> checked = new HashMap<>();
    /** By algorithm, then by the spaces of this rank's buffers where it is staged, or {@link #DIRECT}. */
    private final IdentityHashMap<Algorithm, @Nullable Algorithm[]> variants = new IdentityHashMap<>();

    private @Nullable Settings basis;
    private @Nullable Selection selection;
    private TuningTable tuning = TuningTable.NONE;

    Chooser(Endpoint endpoint, Neighbourhood neighbourhood, Staging staging, Sharing sharing) {
        this.endpoint = endpoint;
        this.neighbourhood = neighbourhood;
        this.staging = staging;
        this.sharing = sharing;
    }

    /**
     * The algorithm for a call.
     *
     * @param spaces where this rank's buffers are, as {@link Spaces} numbers it
     */
    Algorithm choose(CollectiveCall call, int spaces, Settings settings) {
        Algorithm choice;
        if (goesDirect(call)) {
            choice = chooseDirect(call, spaces, settings);
        } else if (goesStaged(call)) {
            choice = chooseStaged(call, spaces, settings);
        } else {
            choice = selection(settings).choose(call, meansOf(call, settings));
        }
        boolean checks = settings.check() && !call.operation().isPointToPoint();
        return checks ? checked.computeIfAbsent(choice, Chooser::checked) : choice;
    }

    /**
     * Whether the call goes in messages from and to device memory; the same on every rank. What is combined goes through the
     * host, where the kernel's arithmetic gives every rank the same bits.
     */
    private boolean goesDirect(CollectiveCall call) {
        Agreement agreement = staging.agreement();
        return agreement.isStaged() && agreement.isDirect() && movesOnly(call.operation());
    }

    private static boolean movesOnly(Operation operation) {
        return !operation.isReducing() && operation != Operation.BARRIER;
    }

    /** Whether the call is cut into chunks; the same on every rank. */
    private boolean goesStaged(CollectiveCall call) {
        return staging.agreement().isStaged() && !goesDirect(call) && call.operation() != Operation.BARRIER;
    }

    /** Messages only: what takes device memory in messages may not take it in collectives of its own. */
    private Algorithm chooseDirect(CollectiveCall call, int spaces, Settings settings) {
        Algorithm inner = selection(settings).choose(call, Means.MESSAGES);
        return spaces == Spaces.HOST ? inner : variantOf(inner, DIRECT);
    }

    private Algorithm chooseStaged(CollectiveCall call, int spaces, Settings settings) {
        Algorithm inner = selection(settings).choose(chunkOf(call), Means.MESSAGES);
        boolean isCut = StagedMachine.isCut(
                call, neighbourhood.size(), staging.agreement().chunkBytes());
        if (spaces == Spaces.HOST && !isCut && !StagedMachine.isSwappedInPlace(call)) {
            return inner;
        }
        return variantOf(inner, spaces);
    }

    /**
     * @param kind the spaces of this rank's buffers, or {@link #DIRECT}
     */
    private Algorithm variantOf(Algorithm inner, int kind) {
        @Nullable Algorithm[] known = variants.computeIfAbsent(inner, algorithm -> new Algorithm[DIRECT + 1]);
        Algorithm variant = known[kind];
        if (variant == null) {
            variant = kind == DIRECT ? direct(inner) : staged(inner, kind);
            known[kind] = variant;
        }
        return variant;
    }

    private CollectiveCall chunkOf(CollectiveCall call) {
        long count = StagedMachine.largestCount(
                call, neighbourhood.size(), staging.agreement().chunkBytes());
        return count == call.count()
                ? call
                : new CollectiveCall(call.operation(), 0, 0, count, call.type(), call.op(), call.root());
    }

    private Algorithm staged(Algorithm algorithm, int spaces) {
        return algorithm.with(bench -> new StagedMachine(
                bench,
                algorithm.machine().apply(bench),
                staging.path(),
                Spaces.isSendOnDevice(spaces),
                Spaces.isRecvOnDevice(spaces)));
    }

    private Algorithm direct(Algorithm algorithm) {
        return algorithm.with(bench -> staging.direct(bench, algorithm));
    }

    /** What {@link #choose} says, and why. */
    String explain(CollectiveCall call, Settings settings) {
        Selection own = makeSelection(settings, staging.tuning());
        if (goesDirect(call)) {
            return own.explain(call, Means.MESSAGES);
        }
        return goesStaged(call)
                ? own.explain(chunkOf(call), Means.MESSAGES)
                : own.explain(call, meansOf(call, settings));
    }

    private Means meansOf(CollectiveCall call, Settings settings) {
        // Where ranks have devices a buffer may be there, out of reach for the others.
        boolean isOfHosts = !staging.agreement().isStaged() || call.operation() == Operation.BARRIER;
        boolean isMessage = call.operation().isPointToPoint();
        boolean isShared = isOfHosts && (isMessage ? sharing.reaches(call.root()) : sharing.isPossible());
        boolean isHierarchical = isOfHosts && sharing.suitsHierarchy(call);
        boolean isNative = isOffered(call, settings);
        return isHierarchical ? Means.ofHierarchy(isNative) : Means.of(isNative, isShared);
    }

    /** A check comes before its collective, so that it could change the order in which the transport's own start. */
    private boolean isOffered(CollectiveCall call, Settings settings) {
        return !call.operation().isPointToPoint() && !settings.check() && endpoint.offers(call);
    }

    private static Algorithm checked(Algorithm algorithm) {
        return algorithm.with(
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
