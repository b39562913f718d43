package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a rank's JVM, on this machine or on a node.
 *
 * @param installation there
 * @param machine there
 * @param ranks how many share the machine
 * @param options of the user's for the JVM, as in a shell
 * @param sharing options by which JVMs share classes, see {@link ClassArchive}
 */
public record JavaCommand(Installation installation, Machine machine, int ranks, String options, List<String> sharing) {
    private static final long MIB = 1 << 20;
    /** What a rank has on its class path. */
    public static final List<String> LIBRARIES =
            List.of("iccl.run", "iccl.api", "org.apache.felix.framework", "slf4j-api", "slf4j-simple", "picocli");

    private static final String MAIN = "iccl.run.internal.rank.RankMain";

    /**
     * What {@link iccl.run.internal.rank.RankMain} is to run.
     *
     * @param jar the user's, where the machine has it; of no meaning for an installed program
     */
    public static List<String> program(Target target, Path jar) {
        return target.kind() == Target.Kind.INSTALLED
                ? List.of("program", target.name())
                : List.of("jar", jar.toString());
    }

    /**
     * @param program and its arguments
     * @param bindings of Open MPI, for ranks that it starts
     */
    public List<String> of(List<String> program, MpiInstallations.@Nullable Bindings bindings) {
        List<String> command = new ArrayList<>();
        command.add(machine.javaHome().resolve("bin/java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("-XX:-UsePerfData");
        command.add("-Xshare:auto");
        command.addAll(sharing);
        command.add("-Xss512k");
        // A share of the machine: all ranks together must not drive it into swapping.
        long share = machine.memoryBytes() / ranks / MIB;
        command.add("-Xms16m");
        command.add("-Xmx" + Math.max(128, Math.min(4096, share / 4)) + "m");
        command.add("-XX:MaxDirectMemorySize=" + Math.max(256, share / 2) + "m");
        if (machine.javaMajor() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        if (machine.javaMajor() >= 23) {
            // The OSGi framework's old use of it would be warned of on standard error.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (bindings != null) {
            command.add("-Djava.library.path=" + bindings.libraries());
        }
        command.addAll(ShellText.split(options));
        command.add("-cp");
        command.add(classPath(bindings));
        command.add(MAIN);
        command.addAll(program);
        return command;
    }

    private String classPath(MpiInstallations.@Nullable Bindings bindings) {
        List<String> entries = new ArrayList<>();
        for (String library : LIBRARIES) {
            entries.add(installation.library(library).toString());
        }
        if (bindings != null) {
            entries.add(bindings.jar().toString());
        }
        return String.join(":", entries);
    }
}
