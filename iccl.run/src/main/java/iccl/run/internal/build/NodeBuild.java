package iccl.run.internal.build;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.ShellText;
import iccl.run.internal.probe.NodeEnvironment;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;

/**
 * The scripts that bring the project on a node up to date, build it and find what it made.
 *
 * @param target the node
 * @param flavour of MPI: its compilers come first on PATH
 * @param project the files, deployed already
 * @param key tells the user's projects apart where the cluster file names no folder
 * @param command what builds it
 * @param home the installation there, where CMake and pkg-config find the C interface
 */
record NodeBuild(ProbedNode target, Flavour flavour, FileTree project, String key, String command, String home) {
    private NodeFacts facts() {
        return target.facts();
    }

    String folder() {
        String stated = target.node().directory();
        if (stated == null) {
            return facts().deployed() + "/build/" + key;
        }
        return stated.startsWith("~/") ? facts().value("home") + stated.substring(1) : stated;
    }

    private String settings() {
        return NodeEnvironment.script(target.node())
                + "folder=" + ShellText.quote(folder())
                + "\ndeployed=" + ShellText.quote(facts().deployed())
                + "\ntree=" + ShellText.quote(project.folder(facts().deployed()))
                // In the project's folder: what we put there. In that of builds: what was built last, and how.
                + "\nlisting=.iccl-files marker=.iccl-built"
                + "\nbuild=build/iccl-" + flavour.label()
                + "\nflavour=" + (flavour == Flavour.OMPI ? "openmpi" : "mpich")
                + "\nmpi=" + ShellText.quote(mpiFolder())
                + "\nhome=" + ShellText.quote(home)
                + "\ncores=" + facts().cores()
                + "\nwanted=" + project.id() + "-"
                + Integer.toHexString(fullCommand().hashCode())
                + "\n";
    }

    private String mpiFolder() {
        return (flavour == Flavour.OMPI ? facts().openMpi() : facts().mpich())
                .map(NodeFacts.Mpi::folder)
                .orElse("/usr/bin");
    }

    private String fullCommand() {
        return NodeEnvironment.script(target.node()) + flavour + home + command;
    }

    /** Copies what is new and removes what is gone; prints {@code done} when the last build was of the same files. */
    String synchronise() {
        return settings()
                + """
                set -e
                mkdir -p "$folder"
                cd "$folder"
                touch -c "$tree"
                list=$deployed/tmp/list-$$
                mkdir -p "$deployed/tmp"
                trap 'rm -f "$list"' EXIT
                (cd "$tree" && find . -type f) | sed 's,^\\./,,' | LC_ALL=C sort >"$list"
                if [ -f "$listing" ]; then
                    LC_ALL=C comm -13 "$list" "$listing" | while IFS= read -r path; do rm -f -- "$path"; done
                fi
                while IFS= read -r path; do
                    if ! cmp -s -- "$tree/$path" "$path"; then
                        case $path in */*) mkdir -p -- "${path%/*}" ;; esac
                        rm -f -- "$path"
                        cp -- "$tree/$path" "$path"
                        chmod u+w -- "$path"
                    fi
                done <"$list"
                cp "$list" "$listing"
                if [ -f "$build/$marker" ] && [ "$(cat "$build/$marker")" = "$wanted" ]; then echo done; fi
                """;
    }

    /**
     * Builds; ends when its input does, with all that it started. What has a session of its own is left to the guards: the
     * launcher's, and that of the node's place.
     */
    String build(Job job) {
        return settings() + "command=" + ShellText.quote(command) + "\nexport ICCL_JOB=" + job.id()
                + " ICCL_BUILD=" + job.onNode(target.node().index()).name()
                + """

                # The compilers of this MPI under their plain names, where a system has several.
                shims=$deployed/mpi-$flavour
                mkdir -p "$shims"
                for name in mpicc mpicxx mpic++ mpif90 mpifort mpijavac mpirun mpiexec; do
                    for file in "$mpi/$name.$flavour" "$mpi/$name"; do
                        if [ -x "$file" ]; then ln -sf "$file" "$shims/$name"; break; fi
                    done
                done
                PATH=$shims:$PATH:$mpi
                export PATH build cores shims
                export ICCL_HOME="$home"
                export CMAKE_PREFIX_PATH="$home${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"
                export PKG_CONFIG_PATH="$home/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
                cd "$folder" || exit
                mkdir -p "$build"
                rm -f "$build/$marker"
                exec 3<&0
                setsid /bin/sh -c "$command" </dev/null 2>&1 3<&- &
                child=$!
                (cat <&3; kill -TERM -- "-$child"; sleep 1; kill -KILL -- "-$child") >/dev/null 2>&1 &
                watcher=$!
                wait "$child"
                status=$?
                kill "$watcher" 2>/dev/null
                if [ "$status" = 0 ]; then echo "$wanted" >"$build/$marker"; fi
                exit "$status"
                """;
    }

    /** Prints the path of what the build made under a name. */
    String find(String program) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        return settings() + "program=" + ShellText.quote(program) + "\nname=" + ShellText.quote(name)
                + """

                cd "$folder" || exit
                for file in "$build/$program" "$program"; do
                    if [ -f "$file" ] && { [ -x "$file" ] || [ "${file%.jar}" != "$file" ]; }; then readlink -f -- "$file"; exit; fi
                done
                for place in "$build" .; do
                    file=$(find "$place" -type f -name "$name" \\( -perm -u+x -o -name '*.jar' \\) 2>/dev/null | head -n 1)
                    if [ -n "$file" ]; then readlink -f -- "$file"; exit; fi
                done
                """;
    }

    /** What the node lacks for it, or empty. */
    static String lacking(Node node, NodeFacts facts, BuildKind kind) {
        return node.build().command() == null && facts.tool(kind.tool()).isEmpty()
                ? kind.title() + " is not installed there (no " + kind.tool() + " on PATH)"
                : "";
    }
}
