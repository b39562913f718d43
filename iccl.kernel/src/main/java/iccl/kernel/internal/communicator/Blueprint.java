package iccl.kernel.internal.communicator;

import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.group.Groups;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a communicator is made of.
 *
 * @param name for messages: {@code world}, {@code world.split1}
 * @param backend what the endpoint is of
 * @param endpoint this rank's end; the communicator closes it
 * @param memory the host memory it works with
 * @param permanent whether it ends with the library only, whoever closes it
 * @param shared what all communicators of the library share
 */
public record Blueprint(
        String name, Backend backend, Endpoint endpoint, HostMemory memory, boolean permanent, Shared shared) {
    /**
     * What all communicators of the library share.
     *
     * @param groups the open group of each thread
     * @param settings the tunables now
     * @param registry told of communicators that come and go
     * @param devices the device of this process, by its place on the machine; null when it has none
     */
    public record Shared(
            Groups groups,
            Supplier<Settings> settings,
            Registry registry,
            IntFunction<@Nullable DeviceMemory> devices) {}

    /** Knows the open communicators of the library. */
    public interface Registry {
        /** Makes and keeps a communicator; the endpoint is closed when that fails. */
        RankCommunicator open(Blueprint blueprint);

        void closed(RankCommunicator communicator);
    }

    /** The same for another endpoint. */
    Blueprint part(String partName, Endpoint partEndpoint) {
        return new Blueprint(partName, backend, partEndpoint, memory, false, shared);
    }

    /** For messages: {@code rank 1 of world (4 ranks, local)}. */
    String label() {
        return "rank " + endpoint.rank() + " of " + name + " (" + endpoint.size() + " ranks, " + backend.name() + ")";
    }
}
