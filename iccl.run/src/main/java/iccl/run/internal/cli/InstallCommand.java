package iccl.run.internal.cli;

import iccl.run.internal.container.Installation;
import iccl.run.internal.install.Prefix;
import iccl.run.internal.launch.ShellText;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code icclrun install}: lays this installation out where compilers and build tools look. */
@Command(
        name = "icclrun install",
        usageHelpWidth = 100,
        description = "Copies this installation to DIR/lib/iccl, with links in DIR/bin, DIR/include and DIR/lib.")
final class InstallCommand {
    @Option(
            names = "--prefix",
            paramLabel = "DIR",
            description = "Where to, such as /usr/local; made if it is missing.")
    @Nullable
    Path prefix;

    @Option(
            names = {"-h", "--help"},
            description = "Print this.")
    boolean isHelpWanted;

    @Parameters(hidden = true)
    List<String> words = new ArrayList<>();

    private InstallCommand() {}

    static int run(List<String> arguments) throws IOException {
        InstallCommand command = new InstallCommand();
        CommandLines.parse(command, arguments, "icclrun install --help lists the options");
        if (command.isHelpWanted) {
            new CommandLine(command).usage(System.out);
            return 0;
        }
        return command.install();
    }

    private int install() throws IOException {
        if (prefix == null || prefix.toString().isEmpty()) {
            throw new UserMistake("install: --prefix is missing", "such as: icclrun install --prefix /usr/local");
        }
        if (!words.isEmpty()) {
            throw new UserMistake("install: '" + words.get(0) + "' has no meaning here", "give --prefix DIR only");
        }
        Path root = prefix.toAbsolutePath().normalize();
        try {
            new Prefix(root).take(Installation.find());
        } catch (FileSystemException e) {
            throw new UserMistake(
                    "cannot install to " + root + (e.getReason() == null ? "" : ": " + e.getReason()),
                    "may you write there, and is there room on the disk?");
        }
        System.out.println("installed in " + root + ". Where that is none of the usual places:");
        String quoted = ShellText.quote(root.toString());
        System.out.println("  export PATH=" + quoted + "/bin:$PATH PKG_CONFIG_PATH=" + quoted + "/lib/pkgconfig");
        return 0;
    }
}
