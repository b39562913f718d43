package iccl.run.internal.container;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Which of an installation's bundles a container gets: each costs start-up time, so a rank gets what it can use. */
public final class BundleSelection {
    /** What a container is for. */
    public enum Purpose {
        /** Runs a program. */
        RANK,
        /** Is looked at by {@code icclrun doctor}. */
        DOCTOR,
        /** Runs the commands that {@code icclrun shell} reads. */
        SHELL,
        /** Is talked to on a terminal. */
        INTERACTIVE_SHELL
    }

    private static final Set<String> ALWAYS = Set.of(
            "org.osgi.service.component.jar",
            "org.osgi.util.function.jar",
            "org.osgi.util.promise.jar",
            "org.apache.felix.scr.jar",
            "iccl.kernel.jar");

    private static final String PLATFORM = "iccl.platform.";

    private final Installation installation;
    private final HardwareNeed hardware = new HardwareNeed(System.getenv("ICCL_HARDWARE_ROOT"));

    public BundleSelection(Installation installation) {
        this.installation = installation;
    }

    /**
     * The bundles, in the order to start them.
     *
     * @param launcher the value of {@code ICCL_LAUNCHER}: decides between the MPI backends
     * @param platform the only platforms wanted beside the host's, with commas between, or {@code auto}
     */
    public List<Path> select(Purpose purpose, String launcher, String platform) {
        List<Path> chosen = new ArrayList<>();
        for (String name : installed()) {
            Path bundle = installation.bundles().resolve(name);
            boolean mayBeIdle = purpose == Purpose.RANK && platform.equals("auto");
            if (isWanted(name, purpose, launcher, platform) && !(mayBeIdle && isIdle(bundle))) {
                chosen.add(bundle);
            }
        }
        if (purpose != Purpose.RANK) {
            chosen.add(installation.library("iccl.run"));
        }
        chosen.sort((left, right) -> Integer.compare(stage(left), stage(right)));
        return chosen;
    }

    /** Whether it is a platform for hardware that this machine does not show. */
    private boolean isIdle(Path bundle) {
        try {
            return bundle.getFileName().toString().startsWith(PLATFORM) && !hardware.isMet(bundle);
        } catch (IOException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot read " + bundle + ": " + e, e);
        }
    }

    /** Names of the platforms that are installed. */
    public Set<String> platforms() {
        Set<String> names = new TreeSet<>();
        for (String name : installed()) {
            if (name.startsWith(PLATFORM)) {
                names.add(platformOf(name));
            }
        }
        return names;
    }

    /** A vendor's bundle may have the name that its build gave it: {@code iccl.platform.NAME-1.0.jar}. */
    private static String platformOf(String name) {
        return name.substring(PLATFORM.length()).replaceFirst("(-\\d.*)?\\.jar$", "");
    }

    private Set<String> installed() {
        try (Stream<Path> files = Files.list(installation.bundles())) {
            Set<String> names = new TreeSet<>();
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .forEach(names::add);
            return names;
        } catch (IOException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot list " + installation.bundles() + ": " + e, e);
        }
    }

    private static boolean isWanted(String name, Purpose purpose, String launcher, String platform) {
        if (ALWAYS.contains(name)) {
            return true;
        }
        if (purpose == Purpose.INTERACTIVE_SHELL) {
            return true;
        }
        if (purpose == Purpose.SHELL) {
            return !name.equals("org.apache.felix.gogo.jline.jar") && !name.equals("jline.jar");
        }
        if (name.startsWith("org.apache.felix.gogo.") || name.equals("jline.jar")) {
            return false;
        }
        if (purpose == Purpose.DOCTOR) {
            return !name.equals("iccl.examples.jar");
        }
        return switch (name) {
            case "org.apache.felix.configadmin.jar" -> false;
            case "iccl.backend.openmpi.jar" -> launcher.equals("ompi");
            case "iccl.backend.mpich.jar" -> launcher.equals("mpich");
            default -> !name.startsWith(PLATFORM)
                    || platform.equals("auto")
                    || platformOf(name).equals("cpu")
                    || List.of(platform.split(",", -1)).contains(platformOf(name));
        };
    }

    /** What others stand on starts first, so that components find their references at once. */
    private static int stage(Path bundle) {
        String name = bundle.getFileName().toString();
        if (name.startsWith("org.osgi.") || name.equals("jline.jar")) {
            return 0;
        }
        if (name.startsWith("org.apache.felix.")) {
            return name.endsWith("gogo.jline.jar") ? 4 : 1;
        }
        return name.startsWith(PLATFORM) || name.startsWith("iccl.backend.") ? 2 : 3;
    }
}
