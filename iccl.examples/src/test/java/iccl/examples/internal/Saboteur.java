package iccl.examples.internal;

import iccl.api.Communicator;
import iccl.api.Datatype;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** A communicator of which one method does harm, after it has done its work. */
final class Saboteur {
    private Saboteur() {}

    /** The harm, to the buffers that the method got, in the order of its arguments; a missing one is left out. */
    interface Harm {
        void to(List<FakeIccl.FakeBuffer> buffers);
    }

    /** Harms only calls of that method, with that datatype, on that rank. */
    static Function<FakeCommunicator, Communicator> on(int rank, String method, Datatype type, Harm harm) {
        return fake -> fake.rank() != rank ? fake : proxy(fake, method, type, harm);
    }

    private static Communicator proxy(FakeCommunicator fake, String method, Datatype type, Harm harm) {
        return (Communicator) Proxy.newProxyInstance(
                Saboteur.class.getClassLoader(), new Class<?>[] {Communicator.class}, (self, called, args) -> {
                    Object result;
                    try {
                        result = called.invoke(fake, args);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                    if (called.getName().equals(method) && Arrays.asList(args).contains(type)) {
                        harm.to(Arrays.stream(args)
                                .filter(FakeIccl.FakeBuffer.class::isInstance)
                                .map(FakeIccl.FakeBuffer.class::cast)
                                .toList());
                    }
                    return result;
                });
    }
}
