package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an executable is told, so that {@code libinfiniccl.so} in it starts the JVM that a Java rank would run on. */
final class NativeProgram {
    private NativeProgram() {}

    /** @param bindings of Open MPI, for ranks that it starts; null when there are none */
    static Map<String, String> environment(Machine machine, MpiInstallations.@Nullable Bindings bindings) {
        Map<String, String> wanted = new LinkedHashMap<>();
        wanted.put("ICCL_JAVA_HOME", machine.javaHome().toString());
        if (bindings != null) {
            wanted.put("ICCL_MPI_JAR", bindings.jar().toString());
            wanted.put("ICCL_MPI_JAVA_LIBRARIES", bindings.libraries().toString());
        }
        return wanted;
    }

    /** A program that was linked without a run path finds the library too; whatever the user wants found comes first. */
    static String libraryPath(Installation installation, Map<String, String> environment) {
        String given = environment.getOrDefault("LD_LIBRARY_PATH", "");
        return (given.isEmpty() ? "" : given + ":") + installation.lib();
    }
}
