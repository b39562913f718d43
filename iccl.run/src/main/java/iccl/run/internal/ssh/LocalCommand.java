package iccl.run.internal.ssh;

import iccl.run.internal.text.ProcessText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a command on this machine as ssh would on another: from the home folder, without the launcher's own variables. */
final class LocalCommand {
    /** What a login has; the rest is about the launcher, or about an MPI that we are called by. */
    private static final List<String> KEPT =
            List.of("HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH");

    private LocalCommand() {}

    static List<String> of(String command) {
        List<String> words = new ArrayList<>(List.of("setsid", "env", "-i"));
        Map<String, String> environment = ProcessText.environment();
        for (String name : KEPT) {
            String value = environment.get(name);
            if (value != null) {
                words.add(name + "=" + value);
            }
        }
        words.addAll(List.of("/bin/sh", "-c", "cd; " + command));
        return words;
    }
}
