package iccl.run.internal.cli;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.OutputFiles;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.TargetFinder;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.text.ProcessText;
import iccl.run.internal.text.ProgramJar;
import iccl.run.internal.verify.ExampleNames;
import iccl.run.internal.verify.ExampleResult;
import iccl.run.internal.verify.Verification;
import iccl.run.internal.verify.VerifyReport;
import iccl.run.internal.watch.GuardedJob;
import iccl.run.internal.watch.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code icclrun verify}: the example suite, one by one. */
@Command(
        name = "icclrun verify",
        usageHelpWidth = 100,
        customSynopsis = "icclrun verify [OPTIONS] [PATTERN...] [-- ARGS...]",
        description = {
            "",
            "Runs the examples that match a PATTERN, such as 'all_*', or all of them, one after another. ARGS are for",
            "each example; one that does not know them is skipped. Exit status 0 when all data is right.",
            ""
        })
final class VerifyCommand {
    /** In the same bundle; measures, and is no example. */
    private static final String BENCHMARK = "bench";

    private static final String DEFAULT_RANKS = "2";
    private static final String DEFAULT_TIMEOUT = "300";
    /** What a launcher may take beside the example's own time, for connecting, deploying and cleaning up. */
    private static final double LAUNCHER_SECONDS = 300;

    private static final double BUILD_SECONDS = 3600;
    private static final String JUNIT = "--junit";
    private static final String JSON = "--json";
    private static final int WRONG = 1;
    private static final int SIGNALLED = 128;

    @Option(
            names = {"-n", "--np"},
            paramLabel = "N",
            description = "Number of ranks (default: 2 here, all slots of a cluster).")
    @Nullable
    String ranks;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = {"-b", "--build"},
            description = "Ship and build the project on every node before the first example.")
    boolean isBuildWanted;

    @Option(
            names = {"-l", "--launcher"},
            paramLabel = "NAME",
            description = "Who starts the ranks: auto, ompi, mpich or none (default: auto).")
    String launcher = "auto";

    @Option(names = "--platform", paramLabel = "NAME", description = "Which hardware: auto or a platform's name.")
    String platform = "auto";

    @Option(names = "-x", paramLabel = "NAME[=VALUE]", description = "Set a variable for the ranks, or pass it on.")
    List<String> forwarded = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "S", description = "End an example after S seconds (default: 300).")
    @Nullable
    String timeout;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Where the logs go (default: verify-logs/DATE-TIME in this folder).")
    @Nullable
    Path outputDirectory;

    @Option(names = JUNIT, paramLabel = "FILE", description = "Write a report as JUnit's XML.")
    @Nullable
    Path junit;

    @Option(names = JSON, paramLabel = "FILE", description = "Write a report as JSON.")
    @Nullable
    Path json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show what the examples print.")
    boolean isVerbose;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show the summary only.")
    boolean isQuiet;

    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    @Parameters(hidden = true)
    List<String> patterns = new ArrayList<>();

    private VerifyCommand() {}

    static int run(List<String> words) throws IOException, InterruptedException {
        VerifyCommand command = new VerifyCommand();
        int end = words.indexOf("--");
        List<String> arguments = end < 0 ? List.of() : words.subList(end + 1, words.size());
        CommandLines.parseMixed(
                command, end < 0 ? words : words.subList(0, end), "icclrun verify --help lists the options");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        return command.verify(arguments);
    }

    private int verify(List<String> arguments) throws IOException, InterruptedException {
        Installation installation = Installation.find();
        Path bundle = installation.bundles().resolve("iccl.examples.jar");
        Set<String> known = new TreeSet<>(ProgramJar.read(bundle).programs());
        known.remove(BENCHMARK);
        known.addAll(examplesInC(installation));
        List<String> examples = ExampleNames.choose(known, patterns);
        // Every launcher would find the same mistakes: this finds them before any is started.
        RunCommand asked = asked(examples.get(0));
        Cluster found = asked.findCluster(ProcessText.environment());
        if (found == null && ranks == null) {
            ranks = DEFAULT_RANKS;
            asked = asked(examples.get(0));
        }
        if (found != null && patterns.isEmpty()) {
            // Shipped alone, an example in C would not find its library on a node.
            examples = examples.stream()
                    .filter(name -> !name.startsWith(TargetFinder.EXECUTABLES))
                    .toList();
        }
        RunRequest request = asked.toRequest(found);
        if (found != null) {
            asked.toRequest(found, request);
        }
        Map<String, Path> reports = reports();
        String title = request.ranks() + " ranks on " + (found == null ? "this machine" : found.describe());
        Verification.Suite suite = new Verification.Suite(
                examples,
                launcherWords(installation),
                firstOptions(),
                arguments,
                logs(),
                request.timeoutSeconds() + (isBuildWanted ? BUILD_SECONDS : LAUNCHER_SECONDS),
                isVerbose);
        say(title + "; logs in " + suite.logs());
        Verification verification = new Verification(suite, this::say);
        List<ExampleResult> results;
        try (GuardedJob job = GuardedJob.start(installation)) {
            Signals.handle(verification::onSignal);
            results = verification.run(job.job().id());
        }
        return report(new VerifyReport(title, results), reports, verification.signal());
    }

    /** Beside the Java ones, in an installation that has them. */
    private static Set<String> examplesInC(Installation installation) throws IOException {
        Path folder = installation.libexec().resolve(TargetFinder.EXECUTABLES);
        Set<String> names = new TreeSet<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(file -> names.add(TargetFinder.EXECUTABLES + file.getFileName()));
            }
        }
        return names;
    }

    private RunCommand asked(String example) {
        RunCommand asked = new RunCommand();
        List<String> words = options();
        words.addAll(firstOptions());
        words.add(example);
        CommandLines.parse(asked, words, "");
        return asked;
    }

    private List<String> launcherWords(Installation installation) {
        List<String> words = new ArrayList<>();
        words.add(installation.home().resolve("bin/icclrun").toString());
        words.addAll(options());
        return words;
    }

    private int report(VerifyReport report, Map<String, Path> reports, int signal) throws IOException {
        System.out.print(report.asText());
        boolean isComplete = true;
        for (Map.Entry<String, Path> each : reports.entrySet()) {
            isComplete &= write(each, each.getKey().equals(JUNIT) ? report.asJunit() : report.asJson());
        }
        return signal != 0 ? SIGNALLED + signal : report.isPassed() && isComplete ? 0 : WRONG;
    }

    private static boolean write(Map.Entry<String, Path> file, String text) {
        try {
            Files.writeString(file.getValue(), text);
            return true;
        } catch (IOException e) {
            System.err.println("icclrun: " + file.getKey() + " " + file.getValue() + " is not complete: " + e);
            return false;
        }
    }

    /** In folders that are made if need be. */
    private Map<String, Path> reports() {
        Map<String, String> names = new LinkedHashMap<>();
        if (junit != null) {
            names.put(JUNIT, junit.toString());
        }
        if (json != null) {
            names.put(JSON, json.toString());
        }
        names.values().forEach(VerifyCommand::makeFolder);
        return OutputFiles.of(names);
    }

    private static void makeFolder(String name) {
        try {
            Path folder = Path.of(name).toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            // What could not be made is said to be missing.
        }
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("-q", "-l", launcher, "--platform", platform));
        options.addAll(List.of("--timeout", timeout == null ? DEFAULT_TIMEOUT : timeout));
        if (ranks != null) {
            options.addAll(List.of("-n", ranks));
        }
        forwarded.forEach(variable -> options.addAll(List.of("-x", variable)));
        options.addAll(cluster.words());
        return options;
    }

    private List<String> firstOptions() {
        return isBuildWanted ? List.of("--build") : List.of();
    }

    private Path logs() throws IOException {
        Path logs = outputDirectory != null
                ? outputDirectory
                : Path.of(
                        "verify-logs",
                        LocalDateTime.now(ZoneId.systemDefault())
                                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")));
        try {
            return Files.createDirectories(logs.toAbsolutePath());
        } catch (IOException e) {
            throw new UserMistake(
                    "the folder for logs cannot be made: " + e.getMessage(), "give one: --output-dir DIR");
        }
    }

    private void say(String line) {
        if (!isQuiet) {
            System.err.println("icclrun: " + line);
        }
    }
}
