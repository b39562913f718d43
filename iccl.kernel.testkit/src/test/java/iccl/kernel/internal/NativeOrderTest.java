package iccl.kernel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Stream;
import iccl.kernel.port.Backend;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A transport's own collectives have no tags, so they must start in issue order, whatever streams they are on. */
@Timeout(60)
class NativeOrderTest {
    private static final int HANDLE = 77;

    private final List<Long> started = new CopyOnWriteArrayList<>();

    @Test
    void shouldStartInIssueOrderAcrossStreams() throws InterruptedException {
        try (LibraryRig rig = new LibraryRig("iccl.shared=0")) {
            Backend memory = rig.addBackend("memory", 0);
            List<Communicator> gate = rig.kernel.commInitAll(2);
            rig.kernel.put(offering(memory), Map.of("service.ranking", 1));
            Communicator ours = rig.kernel.commInitAll(2).get(0);
            assertEquals("offering", ours.backend());
            Stream held = rig.kernel.createStream();
            Stream free = rig.kernel.createStream();
            Buffer first = rig.ints(1);
            Buffer second = rig.ints(2, 2);
            // The first is held up behind a receive whose message has not been sent.
            gate.get(0).recv(first, 1, Datatype.INT32, 1, held);
            ours.broadcast(first, first, 1, Datatype.INT32, 0, held);
            ours.broadcast(second, second, 2, Datatype.INT32, 0, free);
            TimeUnit.MILLISECONDS.sleep(100);
            assertEquals(List.of(), started);
            gate.get(1).send(second, 1, Datatype.INT32, 0, null);
            free.synchronize();
            held.synchronize();
            assertEquals(List.of(1L, 2L), started);
            free.close();
            held.close();
        }
    }

    /** The same backend, whose endpoints do every collective by noting that it has started. */
    private Backend offering(Backend backend) {
        return proxy(Backend.class, backend, (method, arguments) -> switch (method) {
            case "name" -> "offering";
            case "openThreads" -> backend.openThreads(2).stream()
                    .map(this::offering)
                    .toList();
            default -> null;
        });
    }

    private Endpoint offering(Endpoint endpoint) {
        return proxy(Endpoint.class, endpoint, (method, arguments) -> switch (method) {
            case "offers" -> true;
            case "collective" -> start((CollectiveCall) arguments[0]);
            case "test" -> arguments[0].equals(HANDLE) ? true : null;
            default -> null;
        });
    }

    private int start(CollectiveCall call) {
        started.add(call.count());
        return HANDLE;
    }

    /** Answers some calls; null = leave it to the other. */
    private interface Answer {
        @Nullable
        Object to(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, T other, Answer answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object answered = answer.to(method.getName(), arguments);
                    if (answered != null) {
                        return answered;
                    }
                    try {
                        return method.invoke(other, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }
}
