package iccl.run.internal.doctor;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.NodeFacts.Mpi;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at the facts of one node. */
final class NodeChecks {
    private static final double CLOCK_SECONDS = 2;
    private static final long MIB = 1L << 20;
    private static final long INSTALL_BYTES = 200 * MIB;
    private static final long MEMORY_BYTES = 64 * MIB;

    private final Node node;
    private final NodeFacts facts;
    private final List<Check> checks = new ArrayList<>();

    private NodeChecks(Node node, NodeFacts facts) {
        this.node = node;
        this.facts = facts;
    }

    /**
     * @param askedAt seconds of our clock before the node looked at its own
     * @param answeredAt likewise, afterwards
     */
    static List<Check> of(Node node, NodeFacts facts, double askedAt, double answeredAt) {
        NodeChecks examination = new NodeChecks(node, facts);
        examination.connection();
        examination.system();
        examination.java();
        examination.mpi();
        examination.tools();
        examination.room();
        examination.workDirectory();
        examination.devices();
        examination.slots();
        examination.clock(askedAt, answeredAt);
        return List.copyOf(examination.checks);
    }

    private void connection() {
        String where = facts.reachedAddress()
                .map(address ->
                        " at " + address.network().address().getHostAddress() + " on " + address.networkInterface())
                .orElse("");
        checks.add(Check.ok("ssh", facts.value("user") + " on host " + facts.host() + where));
    }

    private void system() {
        checks.add(Check.ok(
                "system",
                facts.system() + ", " + facts.architecture() + ", " + facts.cores() + " cores, "
                        + size(facts.memoryBytes())));
    }

    private void java() {
        Optional<NodeFacts.Java> java = facts.java();
        if (java.isPresent()) {
            checks.add(
                    Check.ok("java", java.get().version() + " in " + java.get().home()));
        } else if (node.javaHome() != null) {
            checks.add(Check.bad(
                    "java",
                    "no Java 17 or newer in java_home " + node.javaHome(),
                    "correct java_home, or leave it out to let icclrun look"));
        } else if (facts.architecture().equals(architectureHere())) {
            checks.add(Check.warn(
                    "java",
                    "none; one made from the JDK here will be sent",
                    "to spare that: apt-get install default-jre-headless"));
        } else {
            checks.add(Check.bad(
                    "java",
                    "none, and the one here does not run on " + facts.architecture(),
                    "apt-get install default-jre-headless"));
        }
    }

    private static String architectureHere() {
        String name = System.getProperty("os.arch");
        return name.equals("amd64") ? "x86_64" : name;
    }

    private void mpi() {
        List<String> found = Stream.of(
                        facts.openMpi().map(mpi -> text("Open MPI", mpi)),
                        facts.mpich().map(mpi -> text("MPICH", mpi)))
                .flatMap(Optional::stream)
                .toList();
        checks.add(
                found.isEmpty()
                        ? Check.bad(
                                "mpi",
                                "neither Open MPI nor MPICH on PATH",
                                "apt-get install openmpi-bin libopenmpi-dev, or put its bin folder on PATH: "
                                        + "backend_env: {PATH: /opt/openmpi/bin}")
                        : Check.ok("mpi", String.join(", ", found)));
    }

    private static String text(String title, Mpi mpi) {
        return title + " " + mpi.version() + " (" + mpi.command() + ")";
    }

    private void tools() {
        List<String> missing = Stream.of("tar", "cksum")
                .filter(name -> facts.tool(name).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            checks.add(Check.bad("tools", "missing: " + String.join(", ", missing), "apt-get install tar coreutils"));
            return;
        }
        List<String> builders = Stream.of("cc", "c++", "cmake", "make", "mvn")
                .filter(name -> !facts.tool(name).isEmpty())
                .toList();
        checks.add(Check.ok("tools", "for --build: " + (builders.isEmpty() ? "none" : String.join(", ", builders))));
    }

    private void room() {
        String install = facts.value("install");
        if (!facts.value("install_writable").equals("yes")) {
            checks.add(Check.bad(
                    "install_dir", "cannot write to " + install, "give another install_dir, or make it writable"));
        } else {
            List<String> rooms = facts.all("free_kib");
            long free = rooms.isEmpty() ? -1 : Long.parseLong(rooms.get(0).split(" ", 2)[0]) * 1024;
            String text = install + (free < 0 ? "" : ", " + size(free) + " free");
            checks.add(
                    free >= 0 && free < INSTALL_BYTES
                            ? Check.warn("install_dir", text, "make room there, or give another install_dir")
                            : Check.ok("install_dir", text));
        }
        long memory = facts.freeBytes("/dev/shm");
        if (memory < 0) {
            checks.add(
                    Check.warn("/dev/shm", "not there", "ranks of one host exchange data through it: mount a tmpfs"));
        } else {
            checks.add(
                    memory < MEMORY_BYTES
                            ? Check.warn(
                                    "/dev/shm",
                                    size(memory) + " free",
                                    "remove files of dead jobs, or enlarge it: mount -o remount,size=1G /dev/shm")
                            : Check.ok("/dev/shm", size(memory) + " free"));
        }
    }

    private void workDirectory() {
        if (node.workDirectory() != null) {
            checks.add(
                    facts.value("work").isEmpty()
                            ? Check.bad(
                                    "work_dir",
                                    node.workDirectory() + " does not exist",
                                    "make it there, or correct work_dir")
                            : Check.ok("work_dir", facts.value("work")));
        }
    }

    private void devices() {
        List<String> devices = facts.all("device");
        String type = node.type() == null ? "" : "type " + node.type() + ", ";
        checks.add(Check.ok(
                "devices",
                type + (devices.isEmpty() ? "no accelerators seen" : "seen: " + String.join(", ", devices))));
    }

    private void slots() {
        String text = node.slots() + " for " + facts.cores() + " cores";
        checks.add(
                node.slots() > facts.cores()
                        ? Check.warn("slots", text, "ranks will share cores; fewer slots are faster")
                        : Check.ok("slots", text));
    }

    private void clock(double askedAt, double answeredAt) {
        String text = facts.value("clock");
        if (!text.matches("[0-9]+(\\.[0-9]+)?")) {
            return;
        }
        double there = Double.parseDouble(text);
        double behind = askedAt - there;
        double ahead = there - answeredAt;
        if (behind > CLOCK_SECONDS || ahead > CLOCK_SECONDS) {
            checks.add(Check.warn(
                    "clock",
                    String.format(
                            Locale.ROOT,
                            "%.0f s %s this machine's",
                            Math.max(behind, ahead),
                            behind > ahead ? "behind" : "ahead of"),
                    "set it: timedatectl set-ntp true; builds compare times of files"));
        } else {
            checks.add(Check.ok("clock", "agrees with this machine's"));
        }
    }

    private static String size(long bytes) {
        return bytes < 10 * 1024 * MIB ? bytes / MIB + " MiB" : bytes / MIB / 1024 + " GiB";
    }
}
