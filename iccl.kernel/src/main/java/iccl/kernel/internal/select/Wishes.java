package iccl.kernel.internal.select;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the property {@code iccl.algorithm} asks for: {@code AllReduce:ring,Broadcast:native}. */
final class Wishes {
    private final Map<Operation, Algorithm> wished = new EnumMap<>(Operation.class);

    /**
     * Reads the property's text; case does not matter, empty text asks for nothing.
     *
     * @throws IcclException {@code INVALID_ARGUMENT} that lists what exists
     */
    Wishes(String text) {
        for (String part : text.split(",")) {
            if (!part.isBlank()) {
                add(part.trim());
            }
        }
    }

    private void add(String part) {
        String[] pair = part.split(":", -1);
        if (pair.length != 2) {
            throw invalid("'" + part + "' is not OPERATION:ALGORITHM, such as AllReduce:ring");
        }
        try {
            Operation operation = operationOf(pair[0].trim());
            wished.put(operation, algorithmOf(operation, pair[1].trim()));
        } catch (IllegalArgumentException e) {
            throw invalid(e.getMessage());
        }
    }

    /** @throws IllegalArgumentException that lists what exists */
    static Operation operationOf(String title) {
        for (Operation operation : Operation.values()) {
            if (operation.title().equalsIgnoreCase(title)) {
                return operation;
            }
        }
        String known = Arrays.stream(Operation.values()).map(Operation::title).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("there is no operation '" + title + "'; choose one of: " + known);
    }

    /** @throws IllegalArgumentException that lists what exists */
    static Algorithm algorithmOf(Operation operation, String name) {
        List<Algorithm> algorithms = Algorithms.of(operation);
        for (Algorithm algorithm : algorithms) {
            if (algorithm.name().equalsIgnoreCase(name)) {
                return algorithm;
            }
        }
        String known = algorithms.stream().map(Algorithm::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                operation.title() + " has no algorithm '" + name + "'; choose one of: " + known);
    }

    private static IcclException invalid(@Nullable String what) {
        return new IcclException(ResultCode.INVALID_ARGUMENT, "iccl.algorithm: " + what);
    }

    /** The algorithm that is asked for, or null. */
    @Nullable
    Algorithm of(Operation operation) {
        return wished.get(operation);
    }
}
