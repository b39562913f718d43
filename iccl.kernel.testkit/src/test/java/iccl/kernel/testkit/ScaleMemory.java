package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much of the Java heap a rank's machine keeps once it has run an operation, by algorithm and number of ranks. */
final class ScaleMemory {
    private static final int HEADER_BYTES = 16;

    private ScaleMemory() {}

    static long bytesOf(Algorithm algorithm, int ranks) {
        Workbench bench = new Workbench(promptEndpoint(ranks), new IdleHost(), new NoScratch(), 1 << 18);
        Machine machine = algorithm.machine().apply(bench);
        ReductionOp op = algorithm.operation().isReducing() ? ReductionOp.SUM : null;
        long count = algorithm.operation() == Operation.BARRIER ? 0 : ranks;
        machine.start(
                new CollectiveCall(algorithm.operation(), 1L << 40, 1L << 41, count, Datatype.FLOAT32, op, 0), 1, 0);
        while (!machine.isFinished()) {
            machine.step(0);
        }
        return deepBytes(machine);
    }

    /** Of an object and all that it refers to, but for its tools. */
    private static long deepBytes(Object root) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>();
        reach(root, seen, left);
        long bytes = 0;
        while (!left.isEmpty()) {
            Object next = left.pop();
            bytes += HEADER_BYTES;
            if (next.getClass().isArray()) {
                bytes += (long) Array.getLength(next) * bytes(next.getClass().getComponentType());
                if (next instanceof @Nullable Object[] elements) {
                    for (Object element : elements) {
                        reach(element, seen, left);
                    }
                }
                continue;
            }
            for (Class<?> type = next.getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        bytes += bytes(field.getType());
                        reachField(field, next, seen, left);
                    }
                }
            }
        }
        return bytes;
    }

    private static void reachField(Field field, Object of, Set<Object> seen, Deque<Object> left) {
        if (field.getType().isPrimitive()) {
            return;
        }
        try {
            field.setAccessible(true);
            reach(field.get(of), seen, left);
        } catch (IllegalAccessException e) {
            throw new AssertionError(field.toString(), e);
        }
    }

    private static void reach(@Nullable Object object, Set<Object> seen, Deque<Object> left) {
        if (object == null) {
            return;
        }
        boolean isTool = object instanceof Workbench
                || object instanceof Endpoint
                || object instanceof IdleHost
                || object instanceof CollectiveCall
                || object instanceof Enum<?>
                || object.getClass().getName().startsWith("java.");
        if (!isTool && seen.add(object)) {
            left.push(object);
        }
    }

    private static long bytes(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        return type == boolean.class || type == byte.class ? 1 : Integer.BYTES;
    }

    /** Every message is there at once. */
    private static Endpoint promptEndpoint(int ranks) {
        return (Endpoint) Proxy.newProxyInstance(
                ScaleMemory.class.getClassLoader(), new Class<?>[] {Endpoint.class}, (self, method, values) -> {
                    return switch (method.getName()) {
                        case "rank" -> 0;
                        case "size" -> ranks;
                        case "nodeOf" -> (int) values[0] / CostModel.CLUSTER.ranksPerNode();
                        case "send", "recv" -> 0;
                        case "test" -> true;
                        case "offers" -> false;
                        case "objectionToDeviceMemory" -> "host only";
                        default -> null;
                    };
                });
    }

    private static final class NoScratch implements Scratch {
        @Override
        public long take(long bytes) {
            return 1L << 42;
        }

        @Override
        public void give(long address) {}
    }
}
