package iccl.run.internal.start;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.NodePlan;
import iccl.run.internal.launch.RankScript;
import iccl.run.internal.launch.ShellText;
import iccl.run.internal.probe.NodeEnvironment;
import iccl.run.internal.probe.ProbedNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node is told to do.
 *
 * @param place its part of the job
 * @param target the node
 * @param flavour of MPI
 * @param streams which of a rank's streams go to named pipes
 * @param variables for MPI's daemon and the ranks, beside those of the cluster file
 * @param links names in the job's directory and what they lead to
 * @param trees the folders of what was deployed and is used now
 */
record NodeScripts(
        NodePlan place,
        ProbedNode target,
        Flavour flavour,
        List<String> streams,
        Map<String, String> variables,
        Map<String, String> links,
        List<String> trees) {
    /** The script that starts MPI's daemon; it reads the daemon's command from standard input. */
    static Path daemon(Job place) {
        return place.directory().resolve("daemon.sh");
    }

    private String daemonText() {
        StringBuilder script = new StringBuilder();
        script.append(NodeEnvironment.script(target.node()));
        variables.forEach((name, value) -> script.append("export ")
                .append(name)
                .append('=')
                .append(ShellText.quote(value))
                .append('\n'));
        script.append("command=$(cat)\nexec </dev/null\ncd /\neval \"$command\"\n");
        return script.toString();
    }

    /**
     * Makes the job's files, says so, and becomes the guard.
     *
     * @param relay the relay's command
     * @param guard the text of {@code guard.sh}
     */
    String site(List<String> relay, String guard) {
        Job job = place.job();
        StringBuilder script = new StringBuilder();
        script.append("set -- ")
                .append(job.id())
                .append(' ')
                .append(job.place())
                .append('\n');
        script.append("trap '' INT TERM HUP QUIT PIPE\n");
        script.append("files=")
                .append(job.directory())
                .append(" memory=")
                .append(job.memory())
                .append('\n');
        script.append("make() {\n    umask 077\n    mkdir \"$files\" \"$memory\"");
        links.keySet().stream()
                .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('/'))))
                .distinct()
                .forEach(folder -> script.append(" \"$files/").append(folder).append('"'));
        script.append(" || return\n    : >\"$files/events\"\n");
        script.append(linking(links));
        for (int rank : place.ranks()) {
            for (String stream : streams) {
                script.append(rank == place.firstRank() && stream.equals(streams.get(0)) ? "    mkfifo" : "")
                        .append(" \"$files/rank-")
                        .append(rank)
                        .append('.')
                        .append(stream)
                        .append('"');
            }
        }
        script.append(" || return\n");
        appendFile(script, "rank.sh", RankScript.text(place, flavour, streams));
        appendFile(script, "daemon.sh", daemonText());
        script.append("}\nproblem=$(make 2>&1) && echo ready || echo \"cannot make the job's files: $problem\"\n");
        // Not before the ranks are on their way: many nodes' relays at once would keep MPI's launcher waiting.
        script.append("start_relay() {\n    touch -c ")
                // They are due to be removed some time after their last use.
                .append(ShellText.quoteAll(trees))
                .append("\n    ")
                .append(ShellText.quoteAll(relay))
                .append(" </dev/null &\n    relay=$!\n}\n");
        return script + guard + "\nexit\n";
    }

    /** Those that keep their names, of a folder, in one go: each program that is started counts where nodes are many. */
    static String linking(Map<String, String> links) {
        StringBuilder script = new StringBuilder();
        Map<String, List<String>> together = new LinkedHashMap<>();
        links.forEach((name, path) -> {
            int folderEnd = name.lastIndexOf('/') + 1;
            boolean keepsName = name.substring(folderEnd).equals(path.substring(path.lastIndexOf('/') + 1));
            String place = keepsName ? name.substring(0, folderEnd) : name;
            together.computeIfAbsent(place, key -> new ArrayList<>()).add(path);
        });
        together.forEach((place, paths) -> script.append("    ln -s ")
                .append(ShellText.quoteAll(paths))
                .append(" \"$files/")
                .append(place)
                .append("\" || return\n"));
        return script.toString();
    }

    /** The shell writes it by itself, without starting a program. */
    private static void appendFile(StringBuilder script, String name, String text) {
        script.append("printf %s ")
                .append(ShellText.quote(text))
                .append(" >\"$files/")
                .append(name)
                .append("\" || return\n");
    }
}
