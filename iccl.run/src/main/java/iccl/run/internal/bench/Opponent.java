package iccl.run.internal.bench;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.NearNames;
import iccl.run.internal.launch.UserMistake;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the benchmark can compare us with: a small C program each. */
public enum Opponent {
    /** Open MPI's collectives. */
    OMPI("mpi_bench.c", "mpicc.openmpi mpicc", "-DWANT_OMPI"),
    /** MPICH's. */
    MPICH("mpi_bench.c", "mpicc.mpich mpicc", "-DWANT_MPICH"),
    /**
     * A thread per rank, up to the number of cores and 64, that read each other's memory: the limit for an all-reduce on
     * this machine.
     */
    MEMORY("memory_limit.c", "cc gcc clang", "-pthread");

    private static final String MPI = "mpi";

    private final String source;
    private final String compilers;
    private final String options;

    Opponent(String source, String compilers, String options) {
        this.source = source;
        this.compilers = compilers;
        this.options = options;
    }

    /** As on the command line and in the tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isMpi() {
        return this != MEMORY;
    }

    String source() {
        return source;
    }

    /** Commands that may be its compiler, the likeliest first. */
    List<String> compilers() {
        return List.of(compilers.split(" "));
    }

    List<String> options() {
        return List.of(options.split(" "));
    }

    /**
     * What {@code --against} names: labels with commas between; {@code mpi} is the MPI that starts the ranks, or every one
     * that is installed where none does; {@code mpi=ompi} is {@code ompi}.
     *
     * @param launcher as {@code -l} has it
     * @throws UserMistake for what there is not
     */
    public static List<Opponent> parse(String text, String launcher, Map<String, String> environment) {
        Set<Opponent> found = new LinkedHashSet<>();
        for (String word : text.split(",", -1)) {
            String name = word.startsWith(MPI + "=") ? word.substring(MPI.length() + 1) : word;
            if (name.equals(MPI)) {
                found.addAll(mpi(launcher, environment));
            } else {
                found.add(named(name));
            }
        }
        return List.copyOf(found);
    }

    private static List<Opponent> mpi(String launcher, Map<String, String> environment) {
        if (launcher.equals(Flavour.OMPI.label()) || launcher.equals(Flavour.MPICH.label())) {
            return List.of(named(launcher));
        }
        MpiInstallations installations = new MpiInstallations(environment);
        List<Opponent> installed = new ArrayList<>();
        if (installations.findOpenMpi().isPresent()) {
            installed.add(OMPI);
        }
        if (installations.findMpich().isPresent()) {
            installed.add(MPICH);
        }
        if (installed.isEmpty()) {
            throw new UserMistake(
                    "--against mpi: neither Open MPI nor MPICH is installed",
                    "apt-get install libopenmpi-dev openmpi-bin, or: apt-get install libmpich-dev mpich");
        }
        return installed;
    }

    private static Opponent named(String name) {
        List<String> known = new ArrayList<>(List.of(MPI));
        for (Opponent each : values()) {
            if (each.label().equals(name)) {
                return each;
            }
            known.add(each.label());
        }
        throw new UserMistake("--against " + name + ": nobody has that name", NearNames.hint(name, known));
    }
}
