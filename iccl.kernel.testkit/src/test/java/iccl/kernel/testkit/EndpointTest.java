package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import iccl.kernel.port.Endpoint;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an endpoint need not say itself. */
class EndpointTest {
    private static Endpoint endpoint(InvocationHandler answers) {
        return (Endpoint)
                Proxy.newProxyInstance(EndpointTest.class.getClassLoader(), new Class<?>[] {Endpoint.class}, answers);
    }

    @Test
    void shouldObjectToDeviceMemoryUnlessItSaysOtherwise() {
        Endpoint silent = endpoint(InvocationHandler::invokeDefault);
        assertEquals("the transport takes memory of the host only", silent.objectionToDeviceMemory("metal"));
    }

    /** As a bundle says that was built when there was no other way. */
    @Test
    void shouldHearTheAnswerOfBefore() {
        Endpoint old = endpoint((self, method, values) -> method.getName().equals("acceptsDeviceMemory")
                ? Boolean.TRUE
                : InvocationHandler.invokeDefault(self, method, values));
        assertNull(old.objectionToDeviceMemory("metal"));
    }

    /** What a test's endpoint does not override is the inner one's, also what has a default. */
    @Test
    void shouldForwardEverything() throws NoSuchMethodException {
        List<String> missing = new ArrayList<>();
        for (Method method : Endpoint.class.getMethods()) {
            boolean isOld = method.isAnnotationPresent(Deprecated.class);
            if (!Modifier.isStatic(method.getModifiers()) && !isOld) {
                Method own = ForwardingEndpoint.class.getMethod(method.getName(), method.getParameterTypes());
                if (own.getDeclaringClass() != ForwardingEndpoint.class) {
                    missing.add(method.toString());
                }
            }
        }
        assertEquals(List.of(), missing);
    }
}
