package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.CheckedMemory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Hosts that run out of memory, and backends on hosts. */
final class TestHosts {
    private TestHosts() {}

    /** As {@code memory}, but calls of that method, whose last argument is bytes, fail when they ask for more than is left. */
    static HostPlatform limited(CheckedMemory memory, String method, AtomicLong left) {
        return (HostPlatform) Proxy.newProxyInstance(
                TestHosts.class.getClassLoader(), new Class<?>[] {HostPlatform.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        long bytes = (Long) arguments[arguments.length - 1];
                        if (left.addAndGet(-bytes) < 0) {
                            left.addAndGet(bytes);
                            throw new IcclException(
                                    ResultCode.SYSTEM_ERROR,
                                    bytes + " bytes wanted, " + left + " left on the test's host");
                        }
                    }
                    try {
                        return called.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A backend in an environment of the test's. */
    static LocalBackend backend(HostPlatform host, Map<String, String> environment) {
        return new LocalBackend(host, options(environment));
    }

    static Options options(Map<String, String> environment) {
        return new Options(Map.of(), name -> null, environment::get);
    }
}
