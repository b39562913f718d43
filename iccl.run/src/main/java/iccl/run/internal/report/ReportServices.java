package iccl.run.internal.report;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.run.internal.container.Container;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The class path's view of the report components inside a container. */
public final class ReportServices {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Container container;

    public ReportServices(Container container) {
        this.container = container;
    }

    public List<Map<String, String>> verdicts() {
        return entries("verdicts");
    }

    public List<Map<String, String>> tunables() {
        return entries("tunables");
    }

    /**
     * Runs the shell's commands from standard input.
     *
     * @return the exit status
     */
    public int runScript() {
        return (Integer) call("script");
    }

    @SuppressWarnings("unchecked") // Our own components give exactly this, see ReportKeys.
    private List<Map<String, String>> entries(String report) {
        return (List<Map<String, String>>) call(report);
    }

    private Object call(String report) {
        Callable<?> service = container.await(Callable.class, "(" + ReportKeys.REPORT + "=" + report + ")", LIMIT);
        try {
            return service.call();
        } catch (IcclException e) {
            throw e;
        } catch (Exception e) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "the report " + report + " failed: " + e, e);
        }
    }
}
