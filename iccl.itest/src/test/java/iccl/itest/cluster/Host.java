package iccl.itest.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One host of the bed, seen from this machine.
 *
 * @param init the first process of the host, by the number that it has here
 */
record Host(String name, String address, String user, int port, long init) {
    private static final Path PROCESSES = Path.of("/proc");

    /** A file of the host, by the path that it has there. */
    Path file(String path) {
        return PROCESSES.resolve(init + "/root" + path);
    }

    Path home() {
        return file(user.equals("root") ? "/root" : "/home/" + user);
    }

    /** All that run there now, by the numbers they have here. */
    List<Long> processes() {
        Path space = space(init);
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> pid != init && space.equals(space(pid)))
                .toList();
    }

    private static Path space(long pid) {
        try {
            return Files.readSymbolicLink(PROCESSES.resolve(pid + "/ns/pid"));
        } catch (IOException e) {
            return Path.of("ended");
        }
    }

    /** Its words, or nothing if it has ended. */
    static String commandLine(long pid) {
        return read(pid, "cmdline").replace('\0', ' ').strip();
    }

    static String environment(long pid) {
        return read(pid, "environ");
    }

    private static String read(long pid, String what) {
        try {
            return new String(Files.readAllBytes(PROCESSES.resolve(pid + "/" + what)), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
