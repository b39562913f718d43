package iccl.run.internal.start;

import iccl.run.internal.build.ClusterBuild;
import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.cluster.ClusterRequest;
import iccl.run.internal.cluster.ClusterRequest.DryRun;
import iccl.run.internal.container.Installation;
import iccl.run.internal.deploy.Deployment;
import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.deploy.NodeDeployment;
import iccl.run.internal.launch.Caches;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.ForwardedVariables;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.JobFiles;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.NodePlan;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.PlanText;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.RunRequest.Verbosity;
import iccl.run.internal.launch.Target;
import iccl.run.internal.launch.Terminals;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.watch.GuardedJob;
import iccl.run.internal.watch.JobRun;
import iccl.run.internal.watch.RemotePart;
import iccl.run.internal.watch.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts one job on nodes that have been probed, and watches it. */
final class Start {
    private final Installation installation;
    private final Map<String, String> environment;
    private final Preparation preparation;
    private final Cluster cluster;
    private final ClusterRequest request;
    private final RunRequest run;
    private final Job job;
    private final Target target;
    private final List<String> warnings = new ArrayList<>();

    /** This machine. */
    record Here(Installation installation, Map<String, String> environment, Preparation preparation) {}

    Start(Here here, ClusterRequest request, GuardedJob guarded, Target target) {
        this.installation = here.installation();
        this.environment = here.environment();
        this.preparation = here.preparation();
        this.cluster = request.cluster();
        this.request = request;
        this.run = request.run();
        this.job = guarded.job();
        this.target = target;
    }

    /** Returns the exit status. */
    int run(List<ProbedNode> nodes) throws IOException, InterruptedException {
        Compatibility.check(nodes);
        MpiInstallations here = preparation.mpi();
        FlavourChoice.Needs needs =
                FlavourChoice.Needs.of(target.isJava(), mpiJarScript(), cluster.backendArguments(), environment);
        FlavourChoice choice = FlavourChoice.of(run.launcher(), nodes, here, needs);
        List<Placement> placements = Placement.of(nodes, run.ranks());
        NodeFiles files = files(nodes, choice, here);
        ClusterBuild build = build(nodes, choice, files);
        MpiCommandLine mpi =
                new MpiCommandLine(job, choice.flavour(), choice.launcher(), placements, cluster.backendArguments());
        ClusterPlanner planner = new ClusterPlanner(job, run, files, mpi, options());
        if (request.dryRun() != DryRun.NO) {
            show(plan(choice, mpi, placements, planner));
            return 0;
        }
        warnOf(choice, placements);
        say("launcher " + choice.flavour().label() + " (" + choice.flavour().title() + "): " + choice.reason());
        deploy(nodes, files, build);
        if (build != null) {
            build.run(nodes);
            files.setBuilt(build.find(nodes, run.program()));
        }
        Plan plan = plan(choice, mpi, placements, planner);
        warnings.forEach(this::say);
        if (run.verbosity() == Verbosity.VERBOSE) {
            System.err.print(PlanText.text(plan, run).indent(2));
        }
        new MpiFiles(job).write(choice.flavour(), placements);
        JobRun jobRun = JobRun.across(plan, run, parts(planner, plan, placements));
        Signals.handle(jobRun::onSignal);
        return jobRun.run();
    }

    /** Ranks in Java leave such an end by themselves, after some seconds. */
    private void warnOf(FlavourChoice choice, List<Placement> placements) {
        if (!target.isJava() && placements.size() > 1 && !choice.warning().isEmpty()) {
            warnings.add(choice.warning());
        }
    }

    private void show(Plan plan) throws IOException {
        System.out.print(request.dryRun() == DryRun.JSON ? PlanText.json(plan, run) : PlanText.text(plan, run));
    }

    private @Nullable ClusterBuild build(List<ProbedNode> nodes, FlavourChoice choice, NodeFiles files)
            throws IOException {
        if (!request.isBuildWanted()) {
            return null;
        }
        if (target.kind() == Target.Kind.INSTALLED) {
            say("--build: " + target.name() + " is an installed program; there is nothing to build");
            return null;
        }
        Path project = cluster.project() == null ? Path.of("").toAbsolutePath() : cluster.project();
        Path logs = run.output().directory() == null
                ? Caches.of(environment).resolve("logs")
                : run.output().directory();
        return ClusterBuild.prepare(
                new ClusterBuild.Settings(project, choice.flavour(), job, logs, files::home, this::say),
                cluster,
                nodes);
    }

    private ClusterPlanner.Options options() {
        return new ClusterPlanner.Options(
                new ForwardedVariables(environment, warnings).resolve(run.forwarded()),
                environment.getOrDefault("ICCL_JAVA_OPTS", ""),
                cluster.launcherScript());
    }

    private NodeFiles files(List<ProbedNode> nodes, FlavourChoice choice, MpiInstallations here)
            throws IOException, InterruptedException {
        Bindings bindings = choice.flavour() == Flavour.OMPI ? bindings(choice, here) : null;
        NodeFiles files = new NodeFiles(
                preparation,
                choice.flavour(),
                run.platform(),
                new NodeFiles.Program(target, programHere()),
                new NodeJava(Caches.of(environment), this::say));
        for (ProbedNode node : nodes) {
            files.add(node, bindings);
        }
        files.checkProgram(nodes);
        return files;
    }

    /** A program that is not in Java may still use them, by the C interface. */
    private @Nullable Bindings bindings(FlavourChoice choice, MpiInstallations here) {
        return target.isJava()
                ? here.bindings(choice.launcher(), mpiJarScript())
                : here.findBindings(choice.launcher()).orElse(null);
    }

    private Path mpiJarScript() {
        return installation.libexec().resolve("mpi-jar.sh");
    }

    private Path programHere() throws IOException {
        if (target.kind() == Target.Kind.SOURCE) {
            JobFiles.compile(target, installation, job.compiledProgram());
            return job.compiledProgram();
        }
        return Path.of(target.name());
    }

    private Plan plan(FlavourChoice choice, MpiCommandLine mpi, List<Placement> placements, ClusterPlanner planner) {
        Map<String, String> added = new LinkedHashMap<>();
        added.put("ICCL_JOB", job.id());
        mpi.launcherEnvironment(Machine.here().isRoot()).forEach((name, value) -> {
            if (!environment.containsKey(name) || name.equals("TMPDIR")) {
                added.put(name, value);
            }
        });
        return new Plan(
                job,
                choice.flavour(),
                choice.reason(),
                target,
                mpi.command(),
                added,
                List.of("ICCL_RANK", "ICCL_SIZE"),
                List.of("stderr", "stdout"),
                placements.stream().map(planner::plan).toList(),
                warnings);
    }

    private void deploy(List<ProbedNode> nodes, NodeFiles files, @Nullable ClusterBuild build)
            throws InterruptedException {
        List<NodeDeployment> deployments = new ArrayList<>();
        for (ProbedNode node : nodes) {
            List<FileTree> trees = files.trees(node);
            if (build != null) {
                trees.add(build.files());
            }
            deployments.add(
                    new NodeDeployment(node, job.onNode(node.node().index()).name(), trees));
        }
        boolean isShown = run.verbosity() != Verbosity.QUIET && Terminals.isErrorShown();
        say(Deployment.run(deployments, isShown ? System.err : null));
    }

    private List<RemotePart> parts(ClusterPlanner planner, Plan plan, List<Placement> placements) throws IOException {
        String guard = Files.readString(installation.libexec().resolve("guard.sh"));
        List<RemotePart> parts = new ArrayList<>();
        for (int i = 0; i < placements.size(); i++) {
            Placement placement = placements.get(i);
            NodePlan node = plan.nodes().get(i);
            NodeScripts scripts = new NodeScripts(
                    node,
                    placement.node(),
                    plan.flavour(),
                    plan.pipedStreams(),
                    planner.variables(placement),
                    planner.links(placement),
                    planner.trees(placement));
            parts.add(new RemotePart(
                    node, placement.node().shell(), scripts.site(planner.relay(node, placement), guard)));
        }
        return parts;
    }

    private void say(String line) {
        if (run.verbosity() != Verbosity.QUIET) {
            System.err.println("icclrun: " + line);
        }
    }
}
