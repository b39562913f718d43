package iccl.run.internal.start;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.ShellText;
import iccl.run.internal.text.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * The files that MPI's launcher reads on this machine: the list of hosts, and the command that it takes for ssh. MPI sees
 * each entry of the node list under an address of its own that nobody has, so that it starts each over ssh, two of one
 * host as well, and looks up no names; the command knows which connection belongs to it.
 *
 * @param job the launcher's place
 */
record MpiFiles(Job job) {
    Path hosts() {
        return job.directory().resolve("hosts");
    }

    /** What MPI runs instead of ssh. */
    Path agent() {
        return job.directory().resolve("agent.sh");
    }

    /** An address of the block that is reserved for ever; a name might be looked up. */
    static String alias(int index) {
        return "240.0." + (index / 250) + "." + (index % 250 + 1);
    }

    void write(Flavour flavour, List<Placement> placements) throws IOException {
        StringBuilder hosts = new StringBuilder();
        StringBuilder agent = new StringBuilder(
                """
                #!/bin/sh
                # Called as ssh would be: [OPTIONS] HOST COMMAND...
                while :; do case ${1-} in -*) shift ;; *) break ;; esac; done
                host=${1-}
                [ $# -eq 0 ] || shift
                # Another node may have it elsewhere: there it is on PATH.
                case ${1-} in *hydra_pmi_proxy*) shift; set -- hydra_pmi_proxy "$@" ;; esac
                case $host in
                """);
        for (Placement placement : placements) {
            int index = placement.node().node().index();
            hosts.append(alias(index))
                    .append(flavour == Flavour.OMPI ? " slots=" : ":")
                    .append(placement.rankCount())
                    .append('\n');
            String remote = "exec /bin/sh " + NodeScripts.daemon(job.onNode(index));
            agent.append(alias(index))
                    .append(") printf '%s\\n' \"$*\" | exec ")
                    .append(ShellText.quoteAll(
                            placement.node().shell().command().joining(remote)))
                    .append(" ;;\n");
        }
        agent.append(
                "*) echo \"icclrun: MPI asks for the host '$host', which is not of this job\" >&2; exit 255 ;;\nesac\n");
        Files.writeString(hosts(), hosts);
        Files.write(agent(), ByteText.encode(agent.toString()));
        Files.setPosixFilePermissions(agent(), PosixFilePermissions.fromString("rwx------"));
    }
}
