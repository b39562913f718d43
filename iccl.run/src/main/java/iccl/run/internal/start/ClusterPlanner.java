package iccl.run.internal.start;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.container.Installation;
import iccl.run.internal.deploy.NodeDeployment;
import iccl.run.internal.launch.JavaCommand;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.NodePlan;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.probe.NodeFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each node does in a job. */
final class ClusterPlanner {
    private final Job job;
    private final RunRequest request;
    private final NodeFiles files;
    private final MpiCommandLine mpi;
    private final Options options;

    /**
     * What is the same for all nodes.
     *
     * @param forwarded variables for the program, from {@code -x}
     * @param javaOptions for the ranks' JVMs
     * @param launcherScript gets the rank's command, or null
     */
    record Options(Map<String, String> forwarded, String javaOptions, @Nullable String launcherScript) {}

    ClusterPlanner(Job job, RunRequest request, NodeFiles files, MpiCommandLine mpi, Options options) {
        this.job = job;
        this.request = request;
        this.files = files;
        this.mpi = mpi;
        this.options = options;
    }

    NodePlan plan(Placement placement) {
        Node node = placement.node().node();
        Job place = job.onNode(node.index());
        return new NodePlan(
                place,
                host(placement),
                placement.firstRank(),
                placement.rankCount(),
                options.forwarded(),
                rankCommand(placement),
                workDirectory(placement),
                files.bundles(placement.node()),
                details(placement));
    }

    private Map<String, String> details(Placement placement) {
        NodeFacts facts = placement.node().facts();
        Map<String, String> details = new LinkedHashMap<>();
        details.put("node", placement.node().node().label());
        details.put(
                "system",
                facts.system() + ", " + facts.architecture() + ", " + facts.cores() + " cores, "
                        + (facts.memoryBytes() >> 20) + " MiB");
        details.put("platform", files.platform(placement.node()));
        details.put(
                "Java",
                files.java(placement.node()).version() + " in "
                        + files.java(placement.node()).home());
        FlavourChoice.mpi(mpi.flavour(), placement.node())
                .ifPresent(found -> details.put("MPI", found.version() + " (" + found.command() + ")"));
        NodeDeployment deployment = new NodeDeployment(placement.node(), job.id(), files.trees(placement.node()));
        details.put("to ship", deployment.bytes() + " bytes in " + deployment.files() + " files");
        details.put("runtime", files.home(placement.node()).toString());
        return details;
    }

    private static String host(Placement placement) {
        String name = placement.node().facts().host();
        String address = placement.node().node().address();
        return name.equals(address) ? name : name + " (" + address + ")";
    }

    private static String workDirectory(Placement placement) {
        NodeFacts facts = placement.node().facts();
        String stated = facts.value("work");
        return stated.isEmpty() ? facts.value("home") : stated;
    }

    /** For MPI's daemon and the ranks. */
    Map<String, String> variables(Placement placement) {
        Job place = job.onNode(placement.node().node().index());
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("ICCL_JOB", place.id());
        variables.put("ICCL_JOB_DIR", place.directory().toString());
        variables.put("ICCL_SHM_DIR", place.memory().toString());
        variables.put("ICCL_LAUNCHER", mpi.flavour().label());
        variables.put("ICCL_HOME", files.home(placement.node()).toString());
        variables.put("ICCL_JAVA_HOME", files.java(placement.node()).home());
        Path mpiJar = files.mpiJar(placement.node());
        if (mpiJar != null) {
            variables.put("ICCL_MPI_JAR", mpiJar.toString());
            variables.put("ICCL_MPI_JAVA_LIBRARIES", libraries(placement).toString());
        }
        variables.put("ICCL_NODE", Integer.toString(placement.node().node().index()));
        String platform = files.platform(placement.node());
        if (!platform.equals("auto")) {
            variables.put("ICCL_PLATFORM", platform);
        }
        Node node = placement.node().node();
        mpi.nodeEnvironment(placement).forEach((name, value) -> {
            boolean isUsersChoice = node.environment().containsKey(name)
                    || node.backendEnvironment().containsKey(name);
            if (!isUsersChoice) {
                variables.put(name, value);
            }
        });
        return variables;
    }

    private List<String> rankCommand(Placement placement) {
        List<String> command = new ArrayList<>();
        if (options.launcherScript() != null) {
            command.add(absolute(placement, options.launcherScript()));
        }
        List<String> program = new ArrayList<>(files.program(placement.node()));
        program.addAll(request.arguments());
        if (files.target().isJava()) {
            Installation installation = new Installation(files.home(placement.node()));
            command.addAll(new JavaCommand(
                            installation, machine(placement), placement.rankCount(), options.javaOptions(), List.of())
                    .of(program, bindings(placement)));
        } else {
            command.addAll(program);
        }
        return command;
    }

    private static String absolute(Placement placement, String path) {
        return path.startsWith("~/") ? placement.node().facts().value("home") + path.substring(1) : path;
    }

    private Machine machine(Placement placement) {
        NodeFacts facts = placement.node().facts();
        NodeFacts.Java java = files.java(placement.node());
        return new Machine(
                facts.host(), facts.cores(), facts.memoryBytes(), facts.isRoot(), Path.of(java.home()), java.major());
    }

    private @Nullable Bindings bindings(Placement placement) {
        Path jar = files.mpiJar(placement.node());
        return jar == null ? null : new Bindings(jar, libraries(placement), "");
    }

    private Path libraries(Placement placement) {
        return MpiLibraries.of(placement.node().facts())
                .folder(job.onNode(placement.node().node().index()));
    }

    /** What carries a node's output to us. */
    List<String> relay(NodePlan plan, Placement placement) {
        return List.of(
                files.java(placement.node()).home() + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Xmx64m",
                "-cp",
                new Installation(files.home(placement.node()))
                        .library("iccl.run")
                        .toString(),
                "iccl.run.internal.watch.Relay",
                plan.job().directory().toString(),
                Integer.toString(plan.firstRank()),
                Integer.toString(plan.rankCount()));
    }

    /** The folders there of what was deployed for it. */
    List<String> trees(Placement placement) {
        String deployed = placement.node().facts().deployed();
        return files.trees(placement.node()).stream()
                .map(tree -> tree.folder(deployed))
                .toList();
    }

    /** Names in the job's directory on a node. */
    Map<String, String> links(Placement placement) {
        return files.mpiJar(placement.node()) == null
                ? Map.of()
                : MpiLibraries.of(placement.node().facts()).links();
    }
}
