package iccl.run.internal.launch;

import iccl.run.internal.container.Installation;
import iccl.run.internal.text.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the files of a job on this machine: directories, the rank script, the compiled program, named pipes. */
public final class JobFiles {
    private JobFiles() {}

    /** Makes files that a guard removes. */
    public interface Maker {
        /** @throws UserMistake when the user's source file does not compile */
        void make() throws IOException;
    }

    public static void make(Plan plan, Installation installation) throws IOException {
        NodePlan node = plan.nodes().get(0);
        node.job().makeDirectories();
        if (plan.target().kind() == Target.Kind.SOURCE) {
            compile(plan.target(), installation, node.job().compiledProgram());
        }
        Files.write(node.job().script(), ByteText.encode(RankScript.text(node, plan.flavour(), plan.pipedStreams())));
        makePipes(node, plan.pipedStreams());
    }

    /** @throws UserMistake when the user's source file does not compile */
    public static void compile(Target source, Installation installation, Path jar) throws IOException {
        SourceCompiler.compile(
                Path.of(source.name()),
                List.of(installation.library("iccl.api"), installation.library("slf4j-api")),
                jar);
    }

    private static void makePipes(NodePlan node, List<String> streams) throws IOException {
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600"));
        for (int rank : node.ranks()) {
            for (String stream : streams) {
                command.add(node.job().pipe(rank, stream).toString());
            }
        }
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("mkfifo failed in " + node.job().directory());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "interrupted while making pipes in " + node.job().directory(), e);
        }
    }
}
