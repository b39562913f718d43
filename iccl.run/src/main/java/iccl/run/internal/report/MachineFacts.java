package iccl.run.internal.report;

import iccl.run.internal.launch.Machine;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** This machine in words. */
public final class MachineFacts {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private MachineFacts() {}

    /** Facts by name, in the order to show them. */
    public static Map<String, String> here() {
        Machine machine = Machine.here();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("host", machine.host());
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("architecture", System.getProperty("os.arch"));
        facts.put("cores", Integer.toString(machine.cores()));
        facts.put("memory", mebibytes(machine.memoryBytes()));
        facts.put("shared memory", sharedMemory());
        facts.put(
                "java",
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ") at "
                        + machine.javaHome());
        return facts;
    }

    private static String sharedMemory() {
        try {
            FileStore store = Files.getFileStore(SHARED_MEMORY);
            return mebibytes(store.getTotalSpace()) + " at " + SHARED_MEMORY + ", " + mebibytes(store.getUsableSpace())
                    + " free";
        } catch (IOException e) {
            return "none: " + e.getMessage();
        }
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
