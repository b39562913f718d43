package iccl.itest.cluster;

import iccl.itest.process.Icclrun;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What runs and what lies on all hosts of a bed, so that what a job leaves is found. */
final class Footprint {
    private static final List<String> PLACES =
            List.of("/tmp", "/var/tmp", "/dev/shm", "/run", "/small", "/root", "/home", "/opt");
    /** What is deployed stays, whole; a JVM leaves an empty folder for its performance data. */
    private static final Pattern KEPT = Pattern.compile(
            "/(root|home/[^/]+)/(\\.ssh/.*|\\.iccl(/deployed(/tmp|/(store|trees|versions|mpi-openmpi|mpi-mpich)(/.*)?)?)?)"
                    + "|/tmp/hsperfdata_[^/]*");

    private static final Pattern LAUNCHERS =
            Pattern.compile("/root/(\\.cache/iccl/.*|\\.iccl|project(/.*)?|cluster\\..*)");
    private static final Pattern OF_THE_HOST =
            Pattern.compile("sleep infinity|/usr/sbin/sshd -D -e|sshd: .*\\[listener].*");
    private static final long LIMIT_MILLIS = 10_000;

    private final List<Host> hosts;
    private final Pattern alsoKept;
    private final Set<String> before;

    private Footprint(List<Host> hosts, Pattern alsoKept) {
        this.hosts = hosts;
        this.alsoKept = alsoKept;
        this.before = now();
    }

    static Footprint of(Bed bed) {
        return of(bed, "nothing more");
    }

    /** @param alsoKept paths that may appear, as an expression */
    static Footprint of(Bed bed, String alsoKept) {
        return new Footprint(bed.hosts(), Pattern.compile(alsoKept));
    }

    /** Fails if something new is still there after ten seconds. */
    void expectUnchanged(Icclrun.Result result) throws InterruptedException {
        expectNone(result, Pattern.compile("nothing"));
    }

    private void expectNone(Icclrun.Result result, Pattern allowed) throws InterruptedException {
        long deadline = System.currentTimeMillis() + LIMIT_MILLIS;
        Set<String> left = left(allowed);
        while (!left.isEmpty() && System.currentTimeMillis() < deadline) {
            Thread.sleep(100);
            left = left(allowed);
        }
        if (!left.isEmpty()) {
            throw new AssertionError("left on the hosts: " + left + System.lineSeparator() + result.describe());
        }
    }

    /** Where a node's sshd cannot know that its sessions are over: no process of a job, no file. */
    void expectNothingOfAJob(Icclrun.Result result) throws InterruptedException {
        expectNone(result, Pattern.compile("\\S+ process \\d+ sshd.*"));
    }

    private Set<String> left(Pattern allowed) {
        Set<String> left = now();
        left.removeAll(before);
        left.removeIf(item -> allowed.matcher(item).matches());
        return left;
    }

    private Set<String> now() {
        Set<String> all = new TreeSet<>();
        for (Host host : hosts) {
            for (long pid : host.processes()) {
                String words = Host.commandLine(pid);
                if (!words.isEmpty() && !OF_THE_HOST.matcher(words).matches()) {
                    all.add(host.name() + " process " + pid + " " + words);
                }
            }
            for (String place : PLACES) {
                walk(host, place, all);
            }
        }
        return all;
    }

    private void walk(Host host, String place, Set<String> all) {
        Path root = host.file("");
        try {
            Files.walkFileTree(host.file(place), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return visitFile(folder, attributes);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String path = "/" + root.relativize(file);
                    boolean isKept = KEPT.matcher(path).matches()
                            || alsoKept.matcher(path).matches()
                            || (host.name().equals("launcher")
                                    && LAUNCHERS.matcher(path).matches());
                    if (!isKept) {
                        all.add(host.name() + " file " + path);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    return FileVisitResult.CONTINUE; // it has just gone
                }
            });
        } catch (IOException e) {
            throw new AssertionError("cannot look at " + place + " of " + host.name(), e);
        }
    }
}
