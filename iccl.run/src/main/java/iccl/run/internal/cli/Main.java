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
import iccl.run.internal.launch.UnknownProgram;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.start.ClusterRun;
import iccl.run.internal.text.ProcessText;
import iccl.run.internal.watch.JobRun;
import iccl.run.internal.watch.Signals;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
            String hint = hint(mistake);
            if (!hint.isEmpty()) {
                System.err.println("  " + hint);
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
        Optional<OwnCommand> own = arguments.isEmpty() ? Optional.empty() : OwnCommand.of(arguments.get(0));
        Map<String, String> environment = ProcessText.environment();
        if (own.isEmpty()) {
            return launch(arguments, environment);
        }
        List<String> words = arguments.subList(1, arguments.size());
        return switch (own.get()) {
            case DOCTOR -> DoctorCommand.run(words);
            case VERIFY -> VerifyCommand.run(words);
            case BENCH -> BenchCommand.run(words, environment);
            case TEMPLATE -> TemplateCommand.run(words);
            case CLEAN -> CleanCommand.run(words, environment);
            case INSTALL -> InstallCommand.run(words);
            case SHARE_CLASSES -> ShareClassesCommand.run(words, environment);
            case SHELL -> ShellCommand.run(words);
            case HELP -> runCommand(HelpCommand.wordsFor(words));
        };
    }

    /** Where a program was expected, one of our own commands may have been meant. */
    static String hint(UserMistake mistake) {
        if (!(mistake instanceof UnknownProgram unknown)) {
            return mistake.hint();
        }
        return OwnCommand.of(unknown.program())
                .map(own -> "icclrun's own command comes first, its options after it: icclrun " + own.word())
                .orElseGet(() -> unknown.hint(OwnCommand.words()));
    }

    /** Runs a program as these words say. */
    static int launch(List<String> words, Map<String, String> environment) throws IOException, InterruptedException {
        RunCommand command = parse(words);
        if (command.isHelpWanted) {
            RunCommand.printUsage(System.out);
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
