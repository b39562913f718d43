package iccl.run.internal.deploy;

import iccl.run.internal.launch.ShellText;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.NodeCommand;
import iccl.run.internal.ssh.NodeUnreachable;
import iccl.run.internal.ssh.SshTrouble;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Ships to one node the files that it lacks. On the node, {@code store} holds contents by their hash and {@code trees} holds
 * folders of links to them. What arrives is checked in a folder of its own, then renamed: whatever happens midway, and
 * whoever else deploys at the same time, a name in {@code store} or {@code trees} is whole.
 */
public final class NodeDeployment {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    /** Room that is left for others. */
    private static final long SPARE_BYTES = 1 << 20;

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

    /** @param progress told the number of bytes after each file */
    public void run(LongConsumer progress) throws NodeUnreachable, IOException, InterruptedException {
        if (!target.facts().value("install_writable").equals("yes")) {
            throw new NodeUnreachable(new SshTrouble(
                    "cannot write to " + target.facts().value("install"),
                    "give another folder (install_dir in the cluster file), or make this one writable"));
        }
        try (NodeCommand command = NodeCommand.start(target.shell())) {
            NodeCommand.Result result = command.run(script(), out -> ship(out, progress), line -> {}, LIMIT);
            if (result.status() != 0) {
                throw new NodeUnreachable(new SshTrouble(
                        "deploying to " + target.facts().deployed() + " failed: " + result.lastError(), roomHint()));
            }
        }
    }

    private String roomHint() {
        boolean isTight = target.facts().all("free_kib").stream()
                .anyMatch(line -> Long.parseLong(line.split(" ")[0]) * 1024 < bytes() + SPARE_BYTES);
        return isTight ? "make room there, or give another folder (install_dir in the cluster file)" : "";
    }

    private void ship(OutputStream out, LongConsumer progress) throws IOException {
        try (TarWriter tar = new TarWriter(out)) {
            for (Blob blob : blobs.values()) {
                tar.file("blobs/" + blob.name(), blob.source(), blob.size(), blob.isExecutable());
                progress.accept(blob.size());
            }
            StringBuilder sums = new StringBuilder();
            blobs.values().forEach(blob -> sums.append(blob.sha256())
                    .append("  blobs/")
                    .append(blob.name())
                    .append('\n'));
            tar.text("sums", sums.toString());
            for (FileTree tree : trees) {
                tar.text("lists/" + tree.id(), tree.listing());
            }
        }
    }

    private String script() {
        return "deployed=" + ShellText.quote(target.facts().deployed())
                + "\nmine=$deployed/tmp/" + job
                + """

                set -e
                umask 022
                mkdir -p "$deployed/store" "$deployed/trees" "$deployed/tmp"
                # What a machine that went down left.
                find "$deployed/tmp" -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf {} +
                trap 'rm -rf "$mine"' EXIT
                trap 'exit 1' HUP INT TERM PIPE
                rm -rf "$mine"
                mkdir "$mine"
                cd "$mine"
                mkdir blobs lists
                tar xf -
                if [ -s sums ]; then sha256sum -c sums >checked 2>&1 || { grep -v ': OK$' checked >&2; exit 1; }; fi
                for blob in blobs/*; do
                    if [ -e "$blob" ]; then
                        case $blob in *x) chmod 555 "$blob" ;; *) chmod 444 "$blob" ;; esac
                        mv -f "$blob" "$deployed/store/"
                    fi
                done
                for list in lists/*; do
                    tree=${list#lists/}
                    mkdir "$tree"
                    folder=
                    while read -r blob path; do
                        case $path in
                        */*) if [ "$folder" != "${path%/*}" ]; then folder=${path%/*}; mkdir -p "$tree/$folder"; fi ;;
                        esac
                        ln "$deployed/store/$blob" "$tree/$path" 2>/dev/null || cp -p "$deployed/store/$blob" "$tree/$path"
                    done <"$list"
                    mv -T "$tree" "$deployed/trees/$tree" 2>moved || [ -d "$deployed/trees/$tree" ] || { cat moved >&2; exit 1; }
                done
                """;
    }
}
