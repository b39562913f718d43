package iccl.kernel.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@link iccl.kernel.port.Backend} and {@link iccl.kernel.port.Endpoint} promise, as checks that all ranks of a
 * group run together, whether they are threads ({@link BackendContractTest}) or processes ({@link BackendContractMain}).
 */
public final class BackendContract {
    private BackendContract() {}

    /** All checks, the harmless ones first; each wants a fresh group. */
    public static List<BackendCheck> checks() {
        List<BackendCheck> all = new ArrayList<>();
        all.addAll(MessageChecks.all());
        all.addAll(OrderChecks.all());
        all.addAll(GroupChecks.all());
        all.addAll(CollectiveChecks.all());
        all.addAll(EndChecks.all());
        return List.copyOf(all);
    }
}
