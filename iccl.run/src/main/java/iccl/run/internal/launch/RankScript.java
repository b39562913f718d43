package iccl.run.internal.launch;

import java.util.List;
import java.util.Map;

/**
 * The shell script that starts one rank, the same for all ranks of a node and all flavours. It carries arguments and
 * variables byte for byte past whatever MPI's launcher does to its command line, and tells us when the rank started and how
 * it ended.
 */
public final class RankScript {
    private RankScript() {}

    /** @param pipedStreams which of the rank's streams go to named pipes */
    public static String text(NodePlan node, Flavour flavour, List<String> pipedStreams) {
        Job job = node.job();
        StringBuilder script = new StringBuilder();
        script.append("# Starts one rank of job ").append(job.id()).append(".\n");
        script.append("rank=$").append(flavour.rankVariable()).append('\n');
        // Standard input is the first rank's; Hydra leaves the others with a pipe that nobody ever closes.
        script.append("[ \"$rank\" = 0 ] || exec </dev/null\n");
        // The shell outlives the program to report its end; signals are for the program, in the same process group.
        script.append("trap : INT TERM HUP\n");
        // What the shell itself says about its program's end, the launcher says too.
        script.append("exec 2>/dev/null\n");
        for (Map.Entry<String, String> variable : node.exported().entrySet()) {
            script.append("export ")
                    .append(variable.getKey())
                    .append('=')
                    .append(ShellText.quote(variable.getValue()))
                    .append('\n');
        }
        if (!node.workDirectory().isEmpty()) {
            script.append("cd -- ")
                    .append(ShellText.quote(node.workDirectory()))
                    .append(" || exit 72\n");
        }
        script.append("/bin/sh -c 'echo \"start $0 $$\" >>").append(job.events());
        script.append(" && exec \"$@\"");
        for (String stream : pipedStreams) {
            script.append(stream.equals("stderr") ? " 2>" : " >")
                    .append(job.directory())
                    .append("/rank-$0.")
                    .append(stream);
        }
        script.append("' \"$rank\" ")
                .append(ShellText.quoteAll(node.rankCommand()))
                .append('\n');
        script.append("status=$?\n");
        script.append("echo \"exit $rank $status\" >>").append(job.events()).append('\n');
        script.append("exit $status\n");
        return script.toString();
    }
}
