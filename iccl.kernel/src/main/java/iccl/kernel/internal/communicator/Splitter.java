package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.progress.Driver;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Splits a communicator: all ranks tell all their color and key, then the members of a part connect. */
final class Splitter {
    private static final int PAIR_BYTES = 2 * Integer.BYTES;

    private final Blueprint blueprint;
    private final Driver driver;
    private final Issuer issuer;
    private int splits;

    Splitter(Blueprint blueprint, Driver driver, Issuer issuer) {
        this.blueprint = blueprint;
        this.driver = driver;
        this.issuer = issuer;
    }

    @Nullable
    Communicator split(int color, int key) {
        if (color < 0 && color != Communicator.NO_COLOR) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "split on " + driver.communicator() + ": color = " + color + " is neither 0 or more nor NO_COLOR");
        }
        int[] colors = new int[blueprint.endpoint().size()];
        int[] keys = new int[colors.length];
        exchange(color, key, colors, keys);
        String name = blueprint.name() + ".split" + ++splits;
        CollectiveCall place = new CollectiveCall(Operation.BARRIER, 0, 0, 0, Datatype.UINT8, null, 0);
        // Every rank takes the tag, whether it joins a part or not, or the ranks would count differently from here on.
        int tag = issuer.takeTag(place);
        try {
            if (color == Communicator.NO_COLOR) {
                return null;
            }
            int[] members = members(color, colors, keys);
            Endpoint part = driver.exclusively(endpoint -> endpoint.subgroup(members, tag));
            return blueprint
                    .shared()
                    .registry()
                    .open(blueprint.part(name + "." + color, part))
                    .agree();
        } finally {
            issuer.giveTag(place, tag);
        }
    }

    private void exchange(int color, int key, int[] colors, int[] keys) {
        Buffer all = blueprint.memory().allocate((long) colors.length * PAIR_BYTES);
        try {
            ByteBuffer pairs = all.asByteBuffer();
            int rank = blueprint.endpoint().rank();
            pairs.putInt(rank * PAIR_BYTES, color).putInt(rank * PAIR_BYTES + Integer.BYTES, key);
            Buffer own = all.slice((long) rank * PAIR_BYTES, PAIR_BYTES);
            CollectiveCall call =
                    new CollectiveCall(Operation.ALL_GATHER, own.address(), all.address(), 2, Datatype.INT32, null, 0);
            Settings settings = blueprint.shared().settings().get();
            issuer.run(call, settings);
            for (int other = 0; other < colors.length; other++) {
                colors[other] = pairs.getInt(other * PAIR_BYTES);
                keys[other] = pairs.getInt(other * PAIR_BYTES + Integer.BYTES);
            }
        } finally {
            HostMemory.free(all);
        }
    }

    /** The ranks of that color, by key, then by rank. */
    static int[] members(int color, int[] colors, int[] keys) {
        return IntStream.range(0, colors.length)
                .filter(rank -> colors[rank] == color)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(rank -> keys[rank]).thenComparingInt(rank -> rank))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
