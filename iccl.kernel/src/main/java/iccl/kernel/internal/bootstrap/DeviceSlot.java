package iccl.kernel.internal.bootstrap;

import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.port.Device;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The device of this process, if it has one. All ranks of a machine choose in the same way, so that each gets its own:
 *
 * <ul>
 *   <li>{@code auto}: the devices of all platforms in the order of the platforms' names; ranks beyond them use the host
 *   <li>a name: the platform's devices in turn
 *   <li>names with commas between: the platforms in turn, and of each its devices in turn
 * </ul>
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class DeviceSlot {
    private final PortDirectory directory;
    private final HostSlot hosts;
    private final Supplier<Settings> settings;
    private @Nullable DeviceMemory current;

    public DeviceSlot(PortDirectory directory, HostSlot hosts, Supplier<Settings> settings) {
        this.directory = directory;
        this.hosts = hosts;
        this.settings = settings;
    }

    /**
     * The device for a rank; once there is one it stays, as long as its platform does.
     *
     * @param localRank the rank's place on its machine
     * @return null when the rank uses the host alone
     */
    public synchronized @Nullable DeviceMemory choose(int localRank) {
        if (current == null) {
            Choice choice = choice(localRank);
            current = choice == null
                    ? null
                    : new DeviceMemory(
                            choice.platform(), choice.device(), hosts.current().host());
        }
        return current;
    }

    /** The device, if one was chosen. */
    public synchronized @Nullable DeviceMemory current() {
        return current;
    }

    private record Choice(Platform platform, Device device) {}

    private @Nullable Choice choice(int localRank) {
        String wish = settings.get().platform();
        if (wish.equals(Settings.AUTO)) {
            int before = 0;
            for (Platform platform : accelerators()) {
                List<Device> devices = platform.devices();
                if (localRank - before < devices.size()) {
                    return new Choice(platform, devices.get(localRank - before));
                }
                before += devices.size();
            }
            return null;
        }
        List<String> names = Arrays.asList(wish.split(",", -1));
        Platform platform = named(names.get(localRank % names.size()));
        if (platform instanceof HostPlatform) {
            return null;
        }
        return new Choice(
                platform,
                platform.devices()
                        .get(turn(names, localRank) % platform.devices().size()));
    }

    /** How many ranks before this one have the same name. */
    private static int turn(List<String> names, int localRank) {
        int turn = 0;
        for (int rank = 0; rank < localRank; rank++) {
            turn += names.get(rank % names.size()).equals(names.get(localRank % names.size())) ? 1 : 0;
        }
        return turn;
    }

    private List<Platform> accelerators() {
        return directory.platforms().list().stream()
                .filter(platform -> !(platform instanceof HostPlatform))
                .sorted(Comparator.comparing(Platform::name))
                .toList();
    }

    private Platform named(String name) {
        return directory.platforms().list().stream()
                .filter(platform -> platform.name().equals(name))
                .findFirst()
                .orElseThrow(() -> directory.missing("iccl.platform asks for '" + name + "', which is not here"));
    }

    /** A platform goes. The communicators that stand on the result must end before {@link DeviceMemory#leave}. */
    synchronized @Nullable DeviceMemory remove(Platform platform) {
        DeviceMemory gone = current;
        if (gone == null || gone.platform() != platform) {
            return null;
        }
        current = null;
        return gone;
    }

    synchronized boolean contains(@Nullable DeviceMemory memory) {
        return current == memory;
    }

    /** Frees everything. */
    synchronized void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
