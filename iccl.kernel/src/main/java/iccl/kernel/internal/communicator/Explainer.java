package iccl.kernel.internal.communicator;

import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.port.CollectiveCall;
import java.util.HashSet;
import java.util.Set;

/** Says what an operation gets, and why. */
final class Explainer {
    private final Blueprint blueprint;
    private final Neighbourhood neighbourhood;
    private final Chooser chooser;
    private final Staging staging;
    private final Sharing sharing;
    private final String backend;
    /** What was printed; guarded by itself. */
    private final Set<String> printed = new HashSet<>();

    Explainer(Blueprint blueprint, Neighbourhood neighbourhood, Chooser chooser, Staging staging, Sharing sharing) {
        this.sharing = sharing;
        this.blueprint = blueprint;
        this.neighbourhood = neighbourhood;
        this.chooser = chooser;
        this.staging = staging;
        this.backend = blueprint.backend().name();
    }

    /** Of an operation that has no buffers and no peer yet: a message is to or from the next rank. */
    String explainKind(CollectiveCall kind, Settings settings) {
        int next = (neighbourhood.rank() + 1) % neighbourhood.size();
        return explain(
                kind.operation().isPointToPoint()
                        ? new CollectiveCall(kind.operation(), 0, 0, kind.count(), kind.type(), kind.op(), next)
                        : kind,
                settings);
    }

    private String explain(CollectiveCall call, Settings settings) {
        String op = call.op() == null ? "" : " " + call.op().label();
        return call.operation().title() + " of " + call.count() + " "
                + call.type().label() + op + peer(call) + " on "
                + blueprint.name() + " (" + neighbourhood.size() + " ranks on " + neighbourhood.nodes()
                + " machines): platform " + platform() + " (" + origin(settings.platform())
                + ")" + staging.describe() + sharing.describe() + ", backend " + backend + " ("
                + origin(settings.backend())
                + "), algorithm "
                + chooser.explain(call, settings);
    }

    private static String peer(CollectiveCall call) {
        return switch (call.operation()) {
            case SEND -> " to rank " + call.root();
            case RECV -> " from rank " + call.root();
            default -> "";
        };
    }

    private String platform() {
        DeviceMemory device = staging.device();
        return device == null
                ? blueprint.memory().platformName()
                : device.platformName() + " device " + device.device().index() + ", "
                        + device.device().name();
    }

    private static String origin(String wish) {
        return wish.equals(Settings.AUTO) ? "the best that fits" : "asked for";
    }

    /**
     * Prints, on rank 0, once per operation, type, reduction and power of two of the size; of messages, once for the ranks that
     * share memory with it and once for the others.
     */
    void print(CollectiveCall call, Settings settings) {
        if (neighbourhood.rank() != 0) {
            return;
        }
        int sizeClass = Long.SIZE - Long.numberOfLeadingZeros(call.bytes());
        boolean isNear = call.operation().isPointToPoint() && sharing.reaches(call.root());
        String kind = call.operation() + (isNear ? " near/" : "/") + call.type() + "/" + call.op() + "/" + sizeClass;
        synchronized (printed) {
            if (printed.add(kind)) {
                // The user asked for it on the terminal, by ICCL_EXPLAIN; a log may go elsewhere.
                System.err.println(explain(call, settings));
            }
        }
    }
}
