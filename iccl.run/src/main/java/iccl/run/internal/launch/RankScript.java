package iccl.run.internal.launch;

import iccl.run.internal.text.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The shell script that starts one rank, the same for all ranks and flavours. It carries arguments and variables byte for
 * byte past whatever MPI's launcher does to its command line, and tells us when the rank started and how it ended.
 */
final class RankScript {
    private RankScript() {}

    static void write(Plan plan, RunRequest.Output output) throws IOException {
        Files.write(plan.job().script(), ByteText.encode(text(plan, output)));
    }

    static String text(Plan plan, RunRequest.Output output) {
        Path directory = plan.job().directory();
        StringBuilder script = new StringBuilder();
        script.append("# Starts one rank of job ").append(plan.job().id()).append(".\n");
        script.append("rank=$").append(plan.flavour().rankVariable()).append('\n');
        // The shell outlives the program to report its end; signals are for the program, in the same process group.
        script.append("trap : INT TERM HUP\n");
        // What the shell itself says about its program's end, the launcher says too.
        script.append("exec 2>/dev/null\n");
        for (Map.Entry<String, String> variable : plan.exported().entrySet()) {
            script.append("export ")
                    .append(variable.getKey())
                    .append('=')
                    .append(ShellText.quote(variable.getValue()))
                    .append('\n');
        }
        script.append("/bin/sh -c 'echo \"start $0 $$\" >>").append(plan.job().events());
        script.append(" && exec \"$@\"");
        for (String stream : plan.pipedStreams(output)) {
            script.append(stream.equals("stderr") ? " 2>" : " >")
                    .append(directory)
                    .append("/rank-$0.")
                    .append(stream);
        }
        script.append("' \"$rank\" ")
                .append(ShellText.quoteAll(plan.rankCommand()))
                .append('\n');
        script.append("status=$?\n");
        script.append("echo \"exit $rank $status\" >>")
                .append(plan.job().events())
                .append('\n');
        script.append("exit $status\n");
        return script.toString();
    }
}
