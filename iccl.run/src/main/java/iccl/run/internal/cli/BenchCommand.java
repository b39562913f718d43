package iccl.run.internal.cli;

import iccl.run.internal.bench.Match;
import iccl.run.internal.bench.Opponent;
import iccl.run.internal.bench.ReportFiles;
import iccl.run.internal.bench.Tuning;
import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.OutputFiles;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code icclrun bench}: the benchmark as a command, with what only a launcher can do: compare with other programs. */
final class BenchCommand {
    private static final String PROGRAM = "bench";
    private static final String DEFAULT_RANKS = "2";
    private static final List<String> USAGE = List.of(
            "Usage: icclrun bench [OPTIONS] [OP...] [-- ARGS...]",
            "",
            "Measures operations over sizes and checks their results: icclrun bench -n 2 all_reduce",
            "",
            "OPTIONS are those of icclrun PROGRAM (icclrun --help), those of the benchmark, and:",
            "      --against NAME[,NAME]   Also measure C programs in the same slots, in turn with ours, and print how",
            "                              many times as long they take: mpi (the one that starts the ranks, else",
            "                              every installed one), ompi, mpich, memory (a thread per rank, up to the",
            "                              number of cores and 64; all_reduce of float32 sum only, on this machine).",
            "      --tune FILE             Measure every algorithm that could do it, and write to FILE which is the fastest",
            "                              for these ranks: all operations, unless some are named. Lines for others",
            "                              stay. ICCL_TUNING=FILE makes a job use it.",
            "-n, -l, -c, -x and -v are the launcher's; the benchmark's own short ones of these names go after --.",
            "Files are those of this machine, wherever the ranks run.",
            "");

    private final List<String> launcherWords;
    private final List<String> programWords;
    private final @Nullable String against;
    private final @Nullable String tune;
    private final Map<String, String> reportNames;
    private final Map<String, String> environment;

    private BenchCommand(BenchWords words, Map<String, String> environment) {
        this.launcherWords = new ArrayList<>(words.launcher());
        this.programWords = words.benchmark();
        this.against = words.against();
        this.tune = words.tune();
        this.reportNames = words.reports();
        this.environment = environment;
    }

    static int run(List<String> words, Map<String, String> environment) throws IOException, InterruptedException {
        return new BenchCommand(new BenchWords(words), environment).run();
    }

    private int run() throws IOException, InterruptedException {
        RunCommand asked = parse();
        if (asked.isHelpWanted) {
            USAGE.forEach(System.out::println);
            System.out.flush();
            return Main.launch(List.of("-q", PROGRAM, "--help"), environment);
        }
        Cluster found = asked.findCluster(environment);
        if (found == null && asked.ranks == null) {
            launcherWords.addAll(List.of("-n", DEFAULT_RANKS));
            asked = parse();
        }
        ReportFiles reports = new ReportFiles(reportNames);
        if (tune != null) {
            return tune(asked, found, tune);
        }
        boolean isHere = asked.isHere(found, environment);
        if (against != null) {
            return compare(asked, found, against, reports);
        }
        if (isHere || reports.isEmpty() || asked.isDryRun || asked.isJsonWanted) {
            return Main.launch(command(reportWords(reports, isHere)), environment);
        }
        return bring(asked, found, reports);
    }

    private static List<String> reportWords(ReportFiles reports, boolean isHere) {
        return isHere ? reports.wordsHere() : reports.wordsElsewhere();
    }

    /** Runs it where rank 0 is on another machine, and its files here. */
    private int bring(RunCommand asked, @Nullable Cluster found, ReportFiles reports)
            throws IOException, InterruptedException {
        check(asked, found, reports.options() + " on other machines");
        Installation installation = Installation.find();
        List<String> ours = new ArrayList<>(List.of(icclrun(installation)));
        ours.addAll(command(reports.wordsElsewhere()));
        return new Match(installation, environment, new Match.Jobs(ours, List.of(), 0, false), reports).run(List.of());
    }

    /** Finds mistakes before anything is started; the launcher of our own that we start would only find them, too. */
    private static RunRequest check(RunCommand asked, @Nullable Cluster found, String option) {
        RunRequest request = asked.toRequest(found);
        if (found != null) {
            asked.toRequest(found, request);
        }
        refuse(asked, option);
        return request;
    }

    private RunCommand parse() {
        RunCommand asked = new RunCommand();
        CommandLines.parse(asked, command(List.of()), "icclrun bench --help lists the options");
        return asked;
    }

    private List<String> command(List<String> more) {
        List<String> command = new ArrayList<>(launcherWords);
        command.add(PROGRAM);
        command.addAll(programWords);
        command.addAll(more);
        return command;
    }

    private int compare(RunCommand asked, @Nullable Cluster found, String names, ReportFiles reports)
            throws IOException, InterruptedException {
        RunRequest request = check(asked, found, "--against");
        boolean isHere = asked.isHere(found, environment);
        List<Opponent> opponents = Opponent.parse(names, request.launcher(), environment);
        if (!isHere && opponents.contains(Opponent.MEMORY)) {
            throw new UserMistake("--against memory is about one machine", "leave out the nodes, or compare with mpi");
        }
        Installation installation = Installation.find();
        String icclrun = icclrun(installation);
        List<String> ours = new ArrayList<>(List.of(icclrun));
        List<String> more = new ArrayList<>(reportWords(reports, isHere));
        more.add("--baselines");
        more.add(String.join(",", opponents.stream().map(Opponent::label).toList()));
        ours.addAll(command(more));
        List<String> theirs = new ArrayList<>(List.of(icclrun, "-q", "-n", Integer.toString(request.ranks())));
        asked.forwarded.forEach(variable -> theirs.addAll(List.of("-x", variable)));
        theirs.addAll(asked.cluster.words());
        return new Match(installation, environment, new Match.Jobs(ours, theirs, request.ranks(), isHere), reports)
                .run(opponents);
    }

    private static String icclrun(Installation installation) {
        return installation.home().resolve("bin/icclrun").toString();
    }

    private int tune(RunCommand asked, @Nullable Cluster found, String name) throws IOException, InterruptedException {
        RunRequest request = check(asked, found, "--tune");
        if (against != null) {
            throw new UserMistake("--tune compares our algorithms, --against others", "leave one of them out");
        }
        if (!reportNames.isEmpty()) {
            throw new UserMistake(
                    "--tune runs the benchmark several times, and " + String.join(", ", reportNames.keySet())
                            + " would keep the last time only",
                    "leave one of them out");
        }
        Path file = OutputFiles.writable("--tune", name);
        Installation installation = Installation.find();
        return new Tuning(installation, options -> {
                    List<String> words = new ArrayList<>(List.of(icclrun(installation)));
                    if (!asked.isVerbose && !asked.isQuiet) {
                        words.add("-q");
                    }
                    words.addAll(options);
                    words.addAll(command(List.of("--rows")));
                    return words;
                })
                .run(
                        file,
                        "Written by icclrun bench --tune on " + LocalDate.now(ZoneId.systemDefault()) + ", ICCL "
                                + Version.ofThisJar() + ", launcher " + request.launcher(),
                        asked.isHere(found, environment));
    }

    /** What has no place where the benchmark's output is read. */
    private static void refuse(RunCommand asked, String option) {
        if (asked.isDryRun || asked.isJsonWanted || asked.isTagged) {
            throw new UserMistake(
                    option + " cannot be combined with --dry-run or --tag-output", "leave one of them out");
        }
    }
}
