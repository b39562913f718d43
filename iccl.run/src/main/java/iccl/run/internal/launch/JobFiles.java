package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the files of a job: directories, the rank script, the compiled program, named pipes. */
public final class JobFiles {
    private JobFiles() {}

    /** @throws UserMistake when the user's source file does not compile */
    public static void make(Plan plan, RunRequest request, Installation installation) throws IOException {
        Job job = plan.job();
        job.makeDirectories();
        if (plan.target().kind() == Target.Kind.SOURCE) {
            SourceCompiler.compile(
                    Path.of(plan.target().name()),
                    List.of(installation.library("iccl.api"), installation.library("slf4j-api")),
                    job.compiledProgram());
        }
        RankScript.write(plan, request.output());
        makePipes(plan, request);
    }

    private static void makePipes(Plan plan, RunRequest request) throws IOException {
        Job job = plan.job();
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600"));
        for (int rank = 0; rank < request.ranks(); rank++) {
            for (String stream : plan.pipedStreams(request.output())) {
                command.add(job.pipe(rank, stream).toString());
            }
        }
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("mkfifo failed in " + job.directory());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making pipes in " + job.directory(), e);
        }
    }
}
