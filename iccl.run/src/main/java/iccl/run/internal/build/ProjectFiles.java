package iccl.run.internal.build;

import iccl.run.internal.build.IgnoreRules.Verdict;
import iccl.run.internal.deploy.Blob;
import iccl.run.internal.deploy.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which files of the user's project are shipped: all that its {@code .gitignore} files and the cluster file let through. */
final class ProjectFiles {
    private final Path root;
    private final IgnoreRules excludes;
    private final List<FileTree.Entry> files = new ArrayList<>();

    /** The rules of a folder, and where it is. */
    private record Scope(Path folder, IgnoreRules rules) {}

    private ProjectFiles(Path root, List<String> excludes) {
        this.root = root;
        this.excludes = new IgnoreRules(excludes);
    }

    /** @param excludes in the syntax of {@code .gitignore} */
    static FileTree of(Path root, List<String> excludes) throws IOException {
        ProjectFiles project = new ProjectFiles(root, excludes);
        project.add(root, List.of());
        return FileTree.of(project.files);
    }

    private void add(Path folder, List<Scope> outer) throws IOException {
        List<Scope> scopes = new ArrayList<>(outer);
        Path own = folder.resolve(".gitignore");
        if (Files.isRegularFile(own)) {
            scopes.add(new Scope(folder, new IgnoreRules(Files.readAllLines(own))));
        }
        List<Path> children;
        try (Stream<Path> list = Files.list(folder)) {
            children = list.sorted().toList();
        }
        for (Path child : children) {
            boolean isLink = Files.isSymbolicLink(child);
            boolean isDirectory = Files.isDirectory(child);
            if (child.endsWith(".git") || isIgnored(child, isDirectory && !isLink, scopes)) {
                continue;
            }
            if (isDirectory && !isLink) {
                add(child, scopes);
            } else if (Files.isRegularFile(child)) {
                files.add(new FileTree.Entry(root.relativize(child).toString(), Blob.of(child)));
            }
        }
    }

    private boolean isIgnored(Path path, boolean isDirectory, List<Scope> scopes) {
        boolean isExcluded = excludes.judge(root.relativize(path).toString(), isDirectory) == Verdict.IGNORED;
        if (isExcluded) {
            return true;
        }
        // The innermost file that says something decides.
        for (int i = scopes.size() - 1; i >= 0; i--) {
            Scope scope = scopes.get(i);
            Verdict verdict =
                    scope.rules().judge(scope.folder().relativize(path).toString(), isDirectory);
            if (verdict != Verdict.OPEN) {
                return verdict == Verdict.IGNORED;
            }
        }
        return false;
    }
}
