package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The command line of a rank's JVM. */
final class JavaCommand {
    private static final long MIB = 1 << 20;
    private static final String MAIN = "iccl.run.internal.rank.RankMain";

    private final Installation installation;
    private final Machine machine;
    private final Map<String, String> environment;

    JavaCommand(Installation installation, Machine machine, Map<String, String> environment) {
        this.installation = installation;
        this.machine = machine;
        this.environment = environment;
    }

    /** @param bindings of Open MPI, for ranks that it starts */
    List<String> of(RunRequest request, Target target, Path jarOfSource, MpiInstallations.@Nullable Bindings bindings) {
        List<String> command = new ArrayList<>();
        command.add(machine.javaHome().resolve("bin/java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("-XX:-UsePerfData");
        command.add("-Xshare:auto");
        command.add("-Xss512k");
        // A share of the machine: all ranks together must not drive it into swapping.
        long share = machine.memoryBytes() / request.ranks() / MIB;
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
        command.addAll(ShellText.split(environment.getOrDefault("ICCL_JAVA_OPTS", "")));
        command.add("-cp");
        command.add(classPath(bindings));
        command.add(MAIN);
        if (target.kind() == Target.Kind.INSTALLED) {
            command.add("program");
            command.add(target.name());
        } else {
            command.add("jar");
            command.add(target.kind() == Target.Kind.SOURCE ? jarOfSource.toString() : target.name());
        }
        command.addAll(request.arguments());
        return command;
    }

    private String classPath(MpiInstallations.@Nullable Bindings bindings) {
        List<String> entries = new ArrayList<>();
        for (String library :
                List.of("iccl.run", "iccl.api", "org.apache.felix.framework", "slf4j-api", "slf4j-simple", "picocli")) {
            entries.add(installation.library(library).toString());
        }
        if (bindings != null) {
            entries.add(bindings.jar().toString());
        }
        return String.join(":", entries);
    }
}
