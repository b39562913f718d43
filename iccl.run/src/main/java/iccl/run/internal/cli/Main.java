package iccl.run.internal.cli;

import iccl.api.IcclException;
import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.PlanText;
import iccl.run.internal.launch.Planner;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.RunRequest.Verbosity;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.start.ClusterRun;
import iccl.run.internal.text.ProcessText;
import iccl.run.internal.watch.JobRun;
import iccl.run.internal.watch.Signals;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The command {@code icclrun}. */
public final class Main {
    private static final int FAILED = 1;

    private Main() {}

    public static void main(String[] given) {
        System.exit(run(ProcessText.arguments(given)));
    }

    private static int run(List<String> arguments) {
        try {
            return runCommand(arguments);
        } catch (UserMistake mistake) {
            System.err.println("icclrun: " + mistake.getMessage());
            if (!mistake.hint().isEmpty()) {
                System.err.println("  " + mistake.hint());
            }
            return UserMistake.STATUS;
        } catch (IcclException failure) {
            System.err.println("icclrun: " + failure.describe());
            return FAILED;
        } catch (IOException failure) {
            System.err.println("icclrun: " + failure);
            return FAILED;
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            System.err.println("icclrun: interrupted");
            return FAILED;
        }
    }

    private static int runCommand(List<String> arguments) throws IOException, InterruptedException {
        // These names are ours in the first place only: after an option they are a program's.
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        if (first.equals("doctor")) {
            return DoctorCommand.run(arguments.subList(1, arguments.size()));
        }
        if (first.equals("install")) {
            return InstallCommand.run(arguments.subList(1, arguments.size()));
        }
        if (first.equals("shell")) {
            return ShellCommand.run(arguments.subList(1, arguments.size()));
        }
        if (first.equals("verify")) {
            return VerifyCommand.run(arguments.subList(1, arguments.size()));
        }
        if (first.equals("template")) {
            return TemplateCommand.run(arguments.subList(1, arguments.size()));
        }
        if (first.equals("clean")) {
            return CleanCommand.run(arguments.subList(1, arguments.size()), ProcessText.environment());
        }
        if (first.equals("share-classes")) {
            return ShareClassesCommand.run(arguments.subList(1, arguments.size()), ProcessText.environment());
        }
        if (first.equals("bench")) {
            return BenchCommand.run(arguments.subList(1, arguments.size()), ProcessText.environment());
        }
        return launch(arguments, ProcessText.environment());
    }

    /** Runs a program as these words say. */
    static int launch(List<String> words, Map<String, String> environment) throws IOException, InterruptedException {
        RunCommand command = parse(words);
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        if (command.isVersionWanted) {
            System.out.println("icclrun " + Version.ofThisJar());
            return 0;
        }
        try (ClusterRun across = new ClusterRun(Installation.find(), environment)) {
            if (command.isClusterCertain()) {
                across.prepare(command.launcher());
            }
            Cluster cluster = command.findCluster(environment);
            RunRequest request = command.toRequest(cluster);
            announce(cluster, request);
            if (cluster == null || command.isHere(cluster, environment)) {
                return runHere(command, request, environment);
            }
            return across.run(command.toRequest(cluster, request));
        }
    }

    private static int runHere(RunCommand command, RunRequest request, Map<String, String> environment)
            throws IOException, InterruptedException {
        Machine machine = Machine.here();
        Installation installation = Installation.find();
        Plan plan = new Planner(installation, machine, environment).plan(request, Job.create());
        if (command.isDryRun || command.isJsonWanted) {
            System.out.print(command.isJsonWanted ? PlanText.json(plan, request) : PlanText.text(plan, request));
            return 0;
        }
        announce(plan, request);
        JobRun run = JobRun.here(plan, request, installation);
        Signals.handle(run::onSignal);
        return run.run();
    }

    private static RunCommand parse(List<String> arguments) {
        RunCommand command = new RunCommand();
        CommandLines.parse(
                command, arguments, "icclrun --help lists the options; the program's own come after its name");
        return command;
    }

    private static void announce(@Nullable Cluster cluster, RunRequest request) {
        if (cluster != null) {
            cluster.warnings().forEach(warning -> say(warning, request));
            say(cluster.describe(), request);
        }
    }

    private static void announce(Plan plan, RunRequest request) {
        plan.warnings().forEach(warning -> say(warning, request));
        say("launcher " + plan.flavour().label() + " (" + plan.flavour().title() + "): " + plan.reason(), request);
        if (request.verbosity() == Verbosity.VERBOSE) {
            System.err.print(PlanText.text(plan, request).indent(2));
        }
    }

    private static void say(String line, RunRequest request) {
        if (request.verbosity() != Verbosity.QUIET) {
            System.err.println("icclrun: " + line);
        }
    }
}
