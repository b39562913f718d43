package iccl.run.internal.deploy;

import iccl.run.internal.launch.ShellText;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.NodeShell;
import iccl.run.internal.ssh.NodeUnreachable;
import iccl.run.internal.ssh.SshTrouble;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ships to one node the files that it lacks. On the node, {@code store} holds contents by their hash and {@code trees} holds
 * folders of links to them. What arrives is checked in a folder of its own, then renamed: whatever happens midway, and
 * whoever else deploys at the same time, a name in {@code store} or {@code trees} is whole.
 */
public final class NodeDeployment {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    /** Trees beyond the newest of this number go when something new is deployed. */
    private static final int KEPT_TREES = 32;

    /** In front of what df says when the script has failed. */
    private static final String ROOM = "#iccl-room ";

    private static final Pattern FREE_KIB = Pattern.compile("\\s(\\d{1,12})\\s+\\d+%");

    /** Room that is left for others. */
    private static final long SPARE_BYTES = 1 << 20;

    /**
     * Starts few programs: with many nodes on few cores that is what counts. Every job touches the trees that it uses, so that
     * the oldest are those that nobody wants any more. An hour is more than a job takes from its probe to its start; a
     * running one has its trees in its variables or words.
     */
    private static final String SCRIPT =
            """
            # Errors in line with the status: what goes another way may come later.
            exec 2>&1
            set -e
            export LC_ALL=C
            umask 022
            if ! command -v cksum >/dev/null; then
                echo "there is no cksum on PATH; install coreutils"
                exit 1
            fi
            # What a machine that went down left.
            set -- "$deployed"/tmp/*
            if [ -e "$1" ]; then find "$deployed/tmp" -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf {} + 2>/dev/null || :; fi
            end() {
                [ $? = 0 ] || failed=yes
                cd /
                rm -rf "$mine"
                if [ -n "$failed" ]; then echo "#iccl-room $(df -Pk "$deployed" | tail -n 1)"; fi
            }
            failed=
            trap end EXIT
            trap 'exit 1' HUP INT TERM PIPE
            mkdir -p "$deployed/store" "$deployed/trees" "$mine"
            cd "$mine"
            if [ $is_store_used = yes ]; then ln -s "$deployed/store" store; fi
            # GNU tar reads all of the archive with records as large as its pieces; other tars leave what is behind its end.
            export TAR_OPTIONS="--blocking-factor=$record --read-full-records"
            if tar xf - 2>problems; then are_linked=yes; else are_linked=no; fi
            # Where there is no room, files are cut, the last one, too.
            sums=
            if [ $are_linked = yes ] || tail -n 1 sums 2>/dev/null | grep -q '^#'; then . ./sums; fi
            set -- lists/*
            if [ -d blobs ]; then set -- blobs/* "$@"; fi
            # So few names fit into a command.
            if [ $files -lt 1000 ]; then is_small=yes found=$(cksum "$@" 2>&1) || :
            else is_small=no found=$(printf '%s\n' "$@" | xargs cksum 2>&1) || :
            fi
            if [ "$found" != "$sums" ]; then
                echo "what has arrived is damaged; try again, and if it happens again, have the disk and memory there checked"
                grep -v 'Exiting with failure' problems
                exit 1
            fi
            # A file system without links.
            if [ $are_linked = no ]; then
                for list in lists/*; do
                    tree=trees/${list#lists/}
                    rm -rf "$tree"
                    mkdir -p "$tree"
                    while read -r blob path; do
                        case $path in */*) mkdir -p "$tree/${path%/*}" ;; esac
                        if [ -e "blobs/$blob" ]; then from=blobs/$blob; else from=store/$blob; fi
                        ln "$from" "$tree/$path" 2>/dev/null || cp -p "$from" "$tree/$path"
                    done <"$list"
                done
            fi
            if [ ! -d blobs ]; then :
            elif [ $is_small = yes ]; then mv -f blobs/* "$deployed/store"
            else find blobs -type f -exec mv -f -t "$deployed/store" {} +
            fi
            for list in lists/*; do
                tree=trees/${list#lists/}
                if [ ! -d "$tree" ]; then mkdir -p "$tree"; fi
            done
            if ! mv trees/* "$deployed/trees" 2>moved; then
                for list in lists/*; do
                    # Another job may have been faster.
                    if [ ! -d "$deployed/trees/${list#lists/}" ]; then cat moved >&2; exit 1; fi
                done
            fi
            cd "$deployed/trees"
            set -- *
            if [ $# -gt "$kept" ]; then
                ls -1t | tail -n "+$((kept + 1))" | while IFS= read -r tree; do
                    if [ -z "$(find "$tree" -maxdepth 0 -mmin +60)" ]; then continue; fi
                    if grep -qsF "/trees/$tree" /proc/[0-9]*/environ /proc/[0-9]*/cmdline; then continue; fi
                    # Another job may clear up at the same time.
                    mv -T "$tree" "$mine/old-$tree" 2>/dev/null || :
                done
                # What no tree links to.
                find "$deployed/store" -type f -links 1 -cmin +60 -exec rm -f {} + 2>/dev/null || :
            fi
            """;

    private final ProbedNode target;
    private final String job;
    private final List<FileTree> trees;
    private final Map<String, Blob> blobs = new LinkedHashMap<>();

    /**
     * @param job tells this deployment from others'
     * @param wanted what the node is to have
     */
    public NodeDeployment(ProbedNode target, String job, List<FileTree> wanted) {
        this.target = target;
        this.job = job;
        Set<String> present = Set.copyOf(target.facts().all("have_trees"));
        Set<String> stored = Set.copyOf(target.facts().all("have_store"));
        this.trees =
                wanted.stream().filter(tree -> !present.contains(tree.id())).toList();
        for (FileTree tree : trees) {
            for (FileTree.Entry entry : tree.files()) {
                if (!stored.contains(entry.blob().name())) {
                    blobs.put(entry.blob().name(), entry.blob());
                }
            }
        }
    }

    public ProbedNode target() {
        return target;
    }

    public boolean isNeeded() {
        return !trees.isEmpty();
    }

    /** How many bytes have to be shipped. */
    public long bytes() {
        return blobs.values().stream().mapToLong(Blob::size).sum();
    }

    public int files() {
        return blobs.size();
    }

    /** Nodes for which it is equal lack the same. */
    String key() {
        StringBuilder key = new StringBuilder();
        trees.forEach(tree -> key.append(tree.id()).append(' '));
        blobs.keySet().forEach(name -> key.append(name).append(' '));
        return key.toString();
    }

    Archive archive() {
        return new Archive(blobs.values(), trees);
    }

    /**
     * @param archive this one's, or one of the same key
     * @param progress told the number of bytes after each piece
     */
    void run(Archive archive, LongConsumer progress) throws NodeUnreachable, InterruptedException {
        if (!target.facts().value("install_writable").equals("yes")) {
            throw new NodeUnreachable(new SshTrouble(
                    "cannot write to " + target.facts().value("install"),
                    "give another folder (install_dir in the cluster file), or make this one writable"));
        }
        NodeShell.Answer answer =
                target.shell().run(script(), archive.bytes(), out -> archive.writeTo(out, progress), LIMIT);
        if (answer.status() != 0) {
            throw new NodeUnreachable(trouble(answer));
        }
    }

    private SshTrouble trouble(NodeShell.Answer answer) {
        String said = "exit status " + answer.status();
        String room = "";
        for (String line : answer.text().lines().toList()) {
            if (line.startsWith(ROOM)) {
                room = line;
            } else if (!line.isBlank()) {
                said = line.strip();
            }
        }
        Matcher free = FREE_KIB.matcher(room);
        boolean isTight = free.find() && Long.parseLong(free.group(1)) * 1024 < bytes() + SPARE_BYTES;
        return new SshTrouble(
                "deploying to " + target.facts().deployed() + " failed: " + said,
                isTight ? "make room there, or give another folder (install_dir in the cluster file)" : "");
    }

    private boolean isStoreUsed() {
        return trees.stream()
                .flatMap(tree -> tree.files().stream())
                .anyMatch(entry -> !blobs.containsKey(entry.blob().name()));
    }

    private String script() {
        return "deployed=" + ShellText.quote(target.facts().deployed())
                + "\nmine=$deployed/tmp/" + job
                + "\nkept=" + KEPT_TREES
                + "\nfiles=" + (blobs.size() + trees.size())
                + "\nrecord=" + NodeShell.PIECE / TarWriter.BLOCK
                + "\nis_store_used=" + (isStoreUsed() ? "yes" : "no")
                + "\n" + SCRIPT;
    }
}
