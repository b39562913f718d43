package iccl.itest.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a run must not leave: processes, and its job's directories in /dev/shm and /tmp. */
final class Leftovers {
    private static final List<Path> PLACES = List.of(Path.of("/dev/shm"), Path.of("/tmp"));
    private static final long PATIENCE_MILLIS = 10_000;

    private final String mark;
    private final boolean areFilesHere;
    private final Set<Path> before = files();

    /** @param areFilesHere whether the run has this machine's file system */
    Leftovers(String mark, boolean areFilesHere) {
        this.mark = mark;
        this.areFilesHere = areFilesHere;
    }

    /** Fails if something is still there after some seconds; the clean-up may outlive the launcher a little. */
    void expectNone(Icclrun.Result result) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        List<String> left = left();
        while (!left.isEmpty() && System.currentTimeMillis() < deadline) {
            sleep();
            left = left();
        }
        if (!left.isEmpty()) {
            throw new AssertionError("left behind: " + left + System.lineSeparator() + result.describe());
        }
    }

    void kill() {
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    private List<String> left() {
        List<String> all = new ArrayList<>();
        for (ProcessHandle process : processes()) {
            all.add(process.pid() + " " + process.info().commandLine().orElse("?"));
        }
        for (Path file : files()) {
            if (areFilesHere && !before.contains(file) && !belongsToOthers(file)) {
                all.add(file.toString());
            }
        }
        return all;
    }

    private List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process.pid()).contains(Icclrun.MARK + "=" + mark))
                .toList();
    }

    /** Somebody may run a job of his own beside the tests. */
    private static boolean belongsToOthers(Path file) {
        String job = file.getFileName().toString().substring("iccl-".length());
        return ProcessHandle.allProcesses()
                .map(process -> environment(process.pid()))
                .anyMatch(text -> text.contains("ICCL_JOB=" + job) && !text.contains(Icclrun.MARK + "="));
    }

    private static String environment(long pid) {
        try {
            return new String(Files.readAllBytes(Path.of("/proc/" + pid + "/environ")), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended, or is another user's
        }
    }

    private static Set<Path> files() {
        Set<Path> found = new TreeSet<>();
        for (Path place : PLACES) {
            try (Stream<Path> files = Files.list(place)) {
                files.filter(file -> file.getFileName().toString().matches("iccl-[0-9a-f]{16}"))
                        .forEach(found::add);
            } catch (IOException e) {
                throw new AssertionError("cannot list " + place, e);
            }
        }
        return found;
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
