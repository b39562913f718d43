package iccl.run.internal.bench;

import iccl.run.internal.launch.SearchPath;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compiles an opponent's program. A command's name says little, so its source refuses another MPI's compiler. */
final class CCompiler {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path sources;
    private final Map<String, String> environment;

    CCompiler(Path sources, Map<String, String> environment) {
        this.sources = sources;
        this.environment = environment;
    }

    /**
     * @param isForThisMachine whether it will run here only, and may use all that this processor can
     * @return the program, in the folder
     * @throws UserMistake with the compilers' messages when none can
     */
    Path compile(Opponent opponent, boolean isForThisMachine, Path folder) throws IOException, InterruptedException {
        Path program = folder.resolve(opponent.label() + "-bench");
        StringBuilder messages = new StringBuilder();
        for (String name : opponent.compilers()) {
            List<Path> found = SearchPath.commands(name, environment);
            if (!found.isEmpty()) {
                Path compiler = found.get(0);
                Answer answer = Answer.of(command(compiler, opponent, isForThisMachine, program), LIMIT);
                if (answer.status() == 0) {
                    return program;
                }
                messages.append('\n')
                        .append(compiler)
                        .append(": ")
                        .append(
                                answer.isLate()
                                        ? "not done within " + LIMIT.toSeconds() + " s"
                                        : answer.text().stripTrailing());
            }
        }
        throw new UserMistake(
                "--against " + opponent.label() + ": no compiler for it: "
                        + (messages.isEmpty()
                                ? "none of " + String.join(", ", opponent.compilers()) + " is on PATH"
                                : messages.toString()),
                switch (opponent) {
                    case OMPI -> "apt-get install libopenmpi-dev gcc";
                    case MPICH -> "apt-get install libmpich-dev gcc";
                    case MEMORY -> "apt-get install gcc";
                });
    }

    private List<String> command(Path compiler, Opponent opponent, boolean isForThisMachine, Path program) {
        List<String> command = new ArrayList<>(List.of(compiler.toString(), "-std=c11", "-O3"));
        if (isForThisMachine) {
            command.add("-march=native");
        }
        command.addAll(opponent.options());
        command.add(sources.resolve(opponent.source()).toString());
        command.addAll(List.of("-o", program.toString()));
        return command;
    }
}
