package iccl.run.internal.deploy;

import iccl.run.internal.launch.ShellText;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.InParallel;
import iccl.run.internal.ssh.NodeShell;
import iccl.run.internal.ssh.NodeUnreachable;
import iccl.run.internal.ssh.SshTrouble;
import java.time.Duration;
import java.util.List;

/** Removes what was deployed to nodes, and the projects that were built where the cluster file names no folder for them. */
public final class Removal {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Removal() {}

    /**
     * Returns a line for each node.
     *
     * @throws iccl.run.internal.launch.UserMistake naming the nodes where it did not work, or where a job still needs it
     */
    public static List<String> run(List<ProbedNode> nodes) throws InterruptedException {
        return InParallel.all(nodes, ProbedNode::node, node -> {
            NodeShell.Answer answer = node.shell().run(script(node.facts().deployed()), LIMIT);
            if (answer.status() != 0) {
                String said = answer.text().isBlank()
                        ? node.shell().lastError()
                        : answer.text().strip();
                throw new NodeUnreachable(
                        new SshTrouble("cannot remove " + node.facts().deployed() + ": " + said, ""));
            }
            return node.node().label() + ": " + answer.text().strip();
        });
    }

    private static String script(String deployed) {
        return "deployed=" + ShellText.quote(deployed)
                + """

                if [ ! -d "$deployed" ]; then echo "nothing in $deployed"; exit; fi
                for entry in $(grep -lszF "ICCL_HOME=$deployed/" /proc/[0-9]*/environ 2>/dev/null); do
                    number=${entry#/proc/}
                    echo "a job still runs from it (process ${number%/environ})"
                    exit 1
                done
                size=$(du -sk "$deployed" | cut -f1)
                rm -rf "$deployed" || exit
                rmdir "${deployed%/*}" 2>/dev/null || :
                echo "removed $deployed ($size KiB)"
                """;
    }
}
