package iccl.run.internal.cli;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.cluster.ClusterRequest;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.NearNames;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.RunRequest.Verbosity;
import iccl.run.internal.launch.UserMistake;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code icclrun PROGRAM}. */
@Command(
        name = "icclrun",
        usageHelpWidth = 100,
        description = {
            "",
            "PROGRAM is the name of an installed program (all_reduce), a jar with a program or a main class,",
            "a .java source file, or any executable. What follows it belongs to it.",
            ""
        },
        footer = {
            "",
            "Variables: ICCL_JAVA_OPTS (options for the ranks' JVMs), ICCL_JAVA_HOME, ICCL_MPI_JAR.",
            "Exit status: the first failing rank's; 2 for a mistake on the command line, 110 when the time is up,",
            "128+n for signal n."
        })
final class RunCommand {
    private static final List<String> SYNOPSIS = List.of(
            "icclrun [OPTIONS] PROGRAM [ARGS...]   run PROGRAM on every rank",
            "icclrun -c cluster.yaml PROGRAM       on the nodes of a file; also -H host:slots,host:slots");

    @Option(
            names = {"-n", "--np"},
            paramLabel = "N",
            description = "Number of ranks (default: one here, all slots of a cluster).")
    @Nullable
    String ranks;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = {"-b", "--build"},
            description = "Ship the project (common_dir, else this folder) to every node and build it there first.")
    boolean isBuildWanted;

    @Option(
            names = {"-l", "--launcher"},
            paramLabel = "NAME",
            description = "Who starts the ranks: auto, ompi, mpich or none, the embedded backend (default: auto).")
    String launcher = "auto";

    @Option(
            names = "--platform",
            paramLabel = "NAME",
            description =
                    "Which hardware: auto (a device for each rank while there are any), or platforms that the ranks of a "
                            + "machine take in turn: cpu, or nvidia,cpu.")
    String platform = "auto";

    @Option(
            names = "-x",
            paramLabel = "NAME[=VALUE]",
            description =
                    "Set a variable for the ranks, or pass it on; NAME* passes on all that begin so. May be repeated.")
    List<String> forwarded = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "S", description = "End the job after S seconds, with exit status 110.")
    @Nullable
    String timeout;

    @Option(names = "--tag-output", description = "Begin each line with its rank and stream: [1,0]<stdout>:")
    boolean isTagged;

    @Option(names = "--output-dir", paramLabel = "DIR", description = "Keep each rank's output in a file there, too.")
    @Nullable
    Path outputDirectory;

    @Option(
            names = "--dry-run",
            description = "Print what would be started, as text or with =json; start nothing.",
            converter = DryRunForm.class)
    boolean isDryRun;

    // An option of its own, so that --dry-run PROGRAM does not take PROGRAM for the form.
    @Option(names = "--dry-run=json", hidden = true)
    boolean isJsonWanted;

    /** Reads what is not JSON; picocli gives it {@code true} and {@code false}, too. */
    static final class DryRunForm implements ITypeConverter<Boolean> {
        @Override
        public Boolean convert(String form) {
            return switch (form) {
                case "text", "true" -> true;
                case "false" -> false;
                default -> throw new TypeConversionException(
                        "there is no form '" + form + "', only --dry-run (text) and --dry-run=json");
            };
        }
    }

    @Option(
            names = {"-v", "--verbose"},
            description = "Say more.")
    boolean isVerbose;

    @Option(
            names = {"-q", "--quiet"},
            description = "Say only what went wrong.")
    boolean isQuiet;

    @Option(names = "--version", description = "Print the version.")
    boolean isVersionWanted;

    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    @Parameters(hidden = true)
    List<String> words = new ArrayList<>();

    /** What {@code --help} prints. */
    static void printUsage(PrintStream out) {
        CommandLine commandLine = new CommandLine(new RunCommand());
        List<String> synopsis = new ArrayList<>(SYNOPSIS);
        Arrays.stream(OwnCommand.values()).map(OwnCommand::usage).forEach(synopsis::add);
        commandLine
                .getCommandSpec()
                .usageMessage()
                .customSynopsis(String.join("\n       ", synopsis).split("\n"));
        commandLine.usage(out);
    }

    /**
     * Which machines; null for this one.
     *
     * @throws UserMistake when that makes no sense
     */
    @Nullable
    Cluster findCluster(Map<String, String> environment) {
        Cluster found = cluster.find(environment, launcher());
        if (found == null && isBuildWanted) {
            throw new UserMistake(
                    "--build takes a cluster",
                    "name its nodes with -c, -H or --hostfile; for this machine -H localhost");
        }
        return found;
    }

    /** Whether it can be seen without reading who the nodes are. */
    boolean isClusterCertain() {
        return cluster.config != null;
    }

    /** Whether the ranks are started without ssh and without deploying anything. */
    boolean isHere(@Nullable Cluster found, Map<String, String> environment) {
        return found == null || (!isBuildWanted && cluster.isHere(found, environment));
    }

    /**
     * @param found the machines; null for this one
     * @throws UserMistake when a value makes no sense
     */
    RunRequest toRequest(@Nullable Cluster found) {
        if (words.isEmpty()) {
            throw new UserMistake(
                    "PROGRAM is missing", "icclrun --help lists the options; try: icclrun -n 2 all_reduce");
        }
        if (isVerbose && isQuiet) {
            throw new UserMistake("-v and -q contradict each other", "give one of them");
        }
        Verbosity verbosity = isQuiet ? Verbosity.QUIET : isVerbose ? Verbosity.VERBOSE : Verbosity.NORMAL;
        return new RunRequest(
                ranks(found == null ? 1 : found.slots()),
                launcher(),
                platform,
                List.copyOf(forwarded),
                new RunRequest.Output(isTagged, outputDirectory == null ? null : outputDirectory.toAbsolutePath()),
                timeoutSeconds(),
                verbosity,
                words.get(0),
                List.copyOf(words.subList(1, words.size())));
    }

    /** @throws UserMistake when there are more ranks than slots */
    ClusterRequest toRequest(Cluster found, RunRequest request) {
        if (request.ranks() > found.slots()) {
            throw new UserMistake(
                    "-n " + request.ranks() + ": " + found.source() + " has " + found.slots() + " slots only",
                    "give hosts more slots, or lower -n");
        }
        ClusterRequest.DryRun dryRun = isJsonWanted
                ? ClusterRequest.DryRun.JSON
                : isDryRun ? ClusterRequest.DryRun.TEXT : ClusterRequest.DryRun.NO;
        return new ClusterRequest(found, request, isBuildWanted, cluster.areNewHostKeysAccepted, dryRun);
    }

    private int ranks(int otherwise) {
        if (ranks == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(ranks);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below says it for both.
        }
        throw new UserMistake(
                "-n " + ranks + ": that is no number of ranks", "give a whole number from 1 on, such as -n 4");
    }

    /** @throws UserMistake when there is none of that name */
    String launcher() {
        List<String> known = new ArrayList<>(List.of("auto"));
        Arrays.stream(Flavour.values()).map(Flavour::label).forEach(known::add);
        if (!known.contains(launcher)) {
            String meant = launcher.equals("openmpi") ? "did you mean ompi?" : NearNames.hint(launcher, known);
            throw new UserMistake("-l " + launcher + ": there is no such launcher", meant);
        }
        return launcher;
    }

    private double timeoutSeconds() {
        if (timeout == null) {
            return 0;
        }
        try {
            double seconds = Double.parseDouble(timeout);
            if (seconds > 0 && seconds < 1e9) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // The message below says it for both.
        }
        throw new UserMistake("--timeout " + timeout + ": that is no time", "give seconds, such as --timeout 30");
    }
}
