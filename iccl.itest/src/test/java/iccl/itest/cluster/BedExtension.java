package iccl.itest.cluster;

import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Brings a bed up before the first class that needs it and down after the last; shows its logs when a test fails. */
final class BedExtension implements BeforeAllCallback, ParameterResolver, TestExecutionExceptionHandler {
    /** Set to 1, it lets the tests pass on a machine that forbids namespaces. */
    private static final String PERMISSION = "ICCL_CHECK_WITHOUT_CLUSTER";

    private static final Namespace BEDS = Namespace.create(BedExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        String reason = Bed.forbidden();
        if (!reason.isEmpty()) {
            String message = "NOT TESTED: the cluster. " + reason.strip();
            System.err.println(message);
            Assumptions.assumeFalse("1".equals(System.getenv(PERMISSION)), message);
            throw new AssertionError(message + " Set " + PERMISSION + "=1 to do without.");
        }
        bed(context);
    }

    private static Bed bed(ExtensionContext context) {
        OnCluster wish = context.getRequiredTestClass().getAnnotation(OnCluster.class);
        List<Object> key = List.of(wish.nodes(), List.of(wish.settings()));
        return context.getRoot()
                .getStore(BEDS)
                .getOrComputeIfAbsent(key, any -> Bed.up(wish.nodes(), wish.settings()), Bed.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Bed.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return bed(context);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable cause) throws Throwable {
        System.err.println(context.getDisplayName() + " failed on this cluster:\n"
                + bed(context).logs());
        throw cause;
    }
}
