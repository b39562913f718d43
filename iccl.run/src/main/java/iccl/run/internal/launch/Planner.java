package iccl.run.internal.launch;

import iccl.run.internal.container.BundleSelection;
import iccl.run.internal.container.BundleSelection.Purpose;
import iccl.run.internal.container.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns what the user asked for into a {@link Plan}; starts nothing but version queries. */
public final class Planner {
    private final Installation installation;
    private final Machine machine;
    private final Map<String, String> environment;
    private final MpiInstallations mpi;

    public Planner(Installation installation, Machine machine, Map<String, String> environment) {
        this.installation = installation;
        this.machine = machine;
        this.environment = environment;
        this.mpi = new MpiInstallations(environment);
    }

    /** @throws UserMistake saying what is wrong or missing, and what to do */
    public Plan plan(RunRequest request, Job job) {
        BundleSelection selection = new BundleSelection(installation);
        checkPlatform(request.platform(), selection);
        List<String> warnings = new ArrayList<>();
        Flavour flavour = flavour(request.launcher());
        List<Path> bundles = selection.select(Purpose.RANK, flavour.label(), request.platform());
        Map<String, String> exported = new ForwardedVariables(environment, warnings).resolve(request.forwarded());
        Target target = target(request.program(), bundles, exported);
        Map<String, String> added = jobEnvironment(request, job, flavour);
        MpiInstallations.Bindings bindings = null;
        List<String> command;
        switch (flavour) {
            case OMPI -> {
                MpiInstallations.Launcher launcher = mpi.openMpi();
                bindings = bindings(launcher, target);
                command = MpiCommand.openMpi(launcher, job, request.ranks());
                addUnlessSet(added, MpiCommand.openMpiEnvironment(job, machine, request.ranks()));
            }
            case MPICH -> {
                command = MpiCommand.mpich(mpi.mpich(), job, request.ranks());
                addUnlessSet(added, MpiCommand.mpichEnvironment(job));
            }
            default -> command = List.of("/bin/sh", job.script().toString());
        }
        if (!target.isJava()) {
            addUnlessSet(added, NativeProgram.environment(machine, bindings));
            added.put("LD_LIBRARY_PATH", NativeProgram.libraryPath(installation, environment));
        }
        NodePlan node = new NodePlan(
                job,
                machine.host(),
                0,
                request.ranks(),
                exported,
                rankCommand(request, target, job, bindings),
                "",
                target.isJava()
                        ? bundles.stream()
                                .map(bundle ->
                                        new NodePlan.PlannedBundle(bundle, "the launcher and the platform want it"))
                                .toList()
                        : List.of(),
                Map.of());
        return new Plan(
                job,
                flavour,
                reason(request, flavour),
                target,
                // In a session of its own a rank does not hear the terminal's Ctrl-C; that is for the launcher.
                Stream.concat(Stream.of("setsid"), command.stream()).toList(),
                added,
                flavour == Flavour.NONE ? List.of() : List.of("ICCL_RANK", "ICCL_SIZE"),
                Plan.pipedStreams(flavour, request.output()),
                List.of(node),
                warnings);
    }

    /** All ranks are on this machine, so it can tell whether it has what a script runs on. */
    private Target target(String program, List<Path> bundles, Map<String, String> exported) {
        Target target = new TargetFinder(bundles, installation.libexec(), environment).find(program);
        if (target.kind() == Target.Kind.EXECUTABLE) {
            Map<String, String> ofRank = new HashMap<>(environment);
            ofRank.putAll(exported);
            Interpreter.check(Path.of(target.name()), ofRank);
        }
        return target;
    }

    /** An executable may do without: it need not use the C API. */
    private MpiInstallations.@Nullable Bindings bindings(MpiInstallations.Launcher launcher, Target target) {
        Path setUp = installation.libexec().resolve("mpi-jar.sh");
        if (target.isJava()) {
            return mpi.bindings(launcher, setUp);
        }
        try {
            return mpi.bindings(launcher, setUp);
        } catch (UserMistake missing) {
            return null;
        }
    }

    private static Flavour flavour(String launcher) {
        return launcher.equals("auto") ? Flavour.NONE : Flavour.valueOf(launcher.toUpperCase(java.util.Locale.ROOT));
    }

    private static String reason(RunRequest request, Flavour flavour) {
        if (!request.launcher().equals("auto")) {
            return "asked for with -l " + flavour.label();
        }
        return "all ranks are on this machine; -l ompi or -l mpich takes an MPI library";
    }

    private static void checkPlatform(String platform, BundleSelection selection) {
        if (platform.equals("auto")) {
            return;
        }
        for (String name : platform.split(",", -1)) {
            if (!selection.platforms().contains(name)) {
                throw new UserMistake(
                        "--platform: there is no platform '" + name + "' in this installation",
                        "choose auto, or one or more of (with commas between): "
                                + String.join(", ", selection.platforms()));
            }
        }
    }

    private Map<String, String> jobEnvironment(RunRequest request, Job job, Flavour flavour) {
        Map<String, String> added = new LinkedHashMap<>();
        added.put("ICCL_JOB", job.id());
        added.put("ICCL_JOB_DIR", job.directory().toString());
        added.put("ICCL_SHM_DIR", job.memory().toString());
        added.put("ICCL_LAUNCHER", flavour.label());
        added.put("ICCL_HOME", installation.home().toString());
        if (!request.platform().equals("auto")) {
            added.put("ICCL_PLATFORM", request.platform());
        }
        return added;
    }

    private void addUnlessSet(Map<String, String> added, Map<String, String> wanted) {
        wanted.forEach((name, value) -> {
            if (!environment.containsKey(name)) {
                added.put(name, value);
            }
        });
    }

    private List<String> rankCommand(
            RunRequest request, Target target, Job job, MpiInstallations.@Nullable Bindings bindings) {
        if (target.isJava()) {
            Path jar = target.kind() == Target.Kind.SOURCE ? job.compiledProgram() : Path.of(target.name());
            List<String> program = new ArrayList<>(JavaCommand.program(target, jar));
            program.addAll(request.arguments());
            String options = environment.getOrDefault("ICCL_JAVA_OPTS", "");
            List<String> sharing = new ClassArchive(installation, machine, environment).options(options);
            return new JavaCommand(installation, machine, request.ranks(), options, sharing).of(program, bindings);
        }
        List<String> command = new ArrayList<>();
        command.add(target.name());
        command.addAll(request.arguments());
        return command;
    }
}
