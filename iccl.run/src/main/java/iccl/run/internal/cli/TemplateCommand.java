package iccl.run.internal.cli;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code icclrun template}: a cluster.yaml to fill in. */
final class TemplateCommand {
    private TemplateCommand() {}

    static int run(List<String> words) throws IOException {
        boolean isHelpWanted = words.equals(List.of("-h")) || words.equals(List.of("--help"));
        if (isHelpWanted) {
            System.out.println("Usage: icclrun template\nPrints a cluster.yaml with every key explained: "
                    + "icclrun template >cluster.yaml");
            return 0;
        }
        if (!words.isEmpty()) {
            throw new UserMistake("icclrun template takes no words", "icclrun template >cluster.yaml");
        }
        Path file = Installation.find().share().resolve("cluster.yaml");
        System.err.println("icclrun: this is " + file);
        System.out.write(Files.readAllBytes(file));
        System.out.flush();
        return 0;
    }
}
