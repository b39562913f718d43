package iccl.run.internal.start;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.MpiInstallations.Launcher;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts.Mpi;
import iccl.run.internal.probe.ProbedNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The MPI that carries a job: one that all nodes and this machine have, in versions that understand each other.
 *
 * @param launcher here
 * @param reason why this one
 */
public record FlavourChoice(Flavour flavour, Launcher launcher, String reason) {
    private static final String NO_IPV6 =
            "its launcher, Hydra, takes no IPv6 address, and the nodes are in no IPv4 network of this machine";
    /** Before that, a rank that has closed its connections no longer helps others to close theirs. */
    private static final int[] MPICH_ENDS_WELL = {4, 2};

    /**
     * What a job needs of an MPI beside its launcher.
     *
     * @param areBindings whether its ranks are in Java: Open MPI must have its bindings then
     * @param setUp what makes them, for messages
     */
    public record Needs(boolean areBindings, Path setUp) {}

    /** @throws UserMistake with what each node has, when there is none */
    public static FlavourChoice of(String wanted, List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        switch (wanted) {
            case "none" -> throw new UserMistake(
                    "-l none: the embedded backend joins ranks of one machine only",
                    "take -l auto, or leave out the cluster to run on this machine");
            case "ompi" -> {
                return required(Flavour.OMPI, nodes, here);
            }
            case "mpich" -> {
                return required(Flavour.MPICH, nodes, here);
            }
            default -> {
                return detected(nodes, here, needs);
            }
        }
    }

    private static FlavourChoice required(Flavour flavour, List<ProbedNode> nodes, MpiInstallations here) {
        Launcher launcher = flavour == Flavour.OMPI ? here.openMpi() : here.mpich();
        String obstacle = obstacle(flavour, launcher, nodes);
        if (!obstacle.isEmpty()) {
            String hint = obstacle.equals(NO_IPV6) ? "take -l ompi, or give them addresses of one" : hint(flavour);
            throw new UserMistake("-l " + flavour.label() + ": " + obstacle, hint);
        }
        return new FlavourChoice(flavour, launcher, "asked for with -l " + flavour.label());
    }

    private static FlavourChoice detected(List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        List<String> obstacles = new ArrayList<>();
        for (Flavour flavour : List.of(Flavour.OMPI, Flavour.MPICH)) {
            Optional<Launcher> launcher = flavour == Flavour.OMPI ? here.findOpenMpi() : here.findMpich();
            String obstacle = launcher.isEmpty()
                    ? "this machine, which starts the job, has no " + flavour.title()
                    : obstacle(flavour, launcher.get(), nodes);
            if (obstacle.isEmpty() && flavour == Flavour.OMPI && needs.areBindings()) {
                obstacle = obstacleOfBindings(launcher.orElseThrow(), nodes, here, needs);
            }
            if (obstacle.isEmpty()) {
                return new FlavourChoice(
                        flavour,
                        launcher.orElseThrow(),
                        "all nodes and this machine have " + flavour.title() + " "
                                + launcher.orElseThrow().major()
                                + (obstacles.isEmpty() ? "" : "; not " + String.join("; ", obstacles)));
            }
            obstacles.add(flavour.title() + ": " + obstacle);
        }
        throw new UserMistake(
                "the nodes and this machine have no MPI in common:\n  " + String.join("\n  ", obstacles),
                "install the same one everywhere: apt-get install openmpi-bin libopenmpi-dev, or: apt-get install mpich");
    }

    /** Why the nodes cannot run together with it; empty when they can. */
    private static String obstacle(Flavour flavour, Launcher launcher, List<ProbedNode> nodes) {
        List<String> lacking = new ArrayList<>();
        List<String> different = new ArrayList<>();
        for (ProbedNode node : nodes) {
            Optional<Mpi> mpi = mpi(flavour, node);
            if (mpi.isEmpty()) {
                lacking.add(node.node().label());
            } else if (mpi.get().major() != launcher.major()) {
                different.add(node.node().label() + " has " + mpi.get().version());
            }
        }
        if (!lacking.isEmpty()) {
            return "not found on " + String.join(", ", lacking);
        }
        if (!different.isEmpty()) {
            return "versions that do not understand each other: this machine has " + launcher.version() + ", "
                    + String.join(", ", different);
        }
        if (flavour == Flavour.MPICH && Networks.isOutOfReachForHydra(nodes)) {
            return NO_IPV6;
        }
        return "";
    }

    /** What the user of a program that calls MPI itself must know, or empty. */
    String warning() {
        String[] numbers = launcher.version().split("[^0-9]+");
        int major = launcher.major();
        int minor = numbers.length > 1 && !numbers[1].isEmpty() ? Integer.parseInt(numbers[1]) : 0;
        boolean endsWell = major > MPICH_ENDS_WELL[0] || (major == MPICH_ENDS_WELL[0] && minor >= MPICH_ENDS_WELL[1]);
        return flavour != Flavour.MPICH || endsWell
                ? ""
                : "MPICH " + launcher.version() + " over TCP may wait in MPI_Finalize for ever, between hosts; MPICH "
                        + MPICH_ENDS_WELL[0] + "." + MPICH_ENDS_WELL[1]
                        + " and Open MPI do not. --timeout bounds it";
    }

    /** Why ranks in Java cannot call Open MPI on some node; empty when they can. */
    private static String obstacleOfBindings(
            Launcher launcher, List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        Bindings bindings;
        try {
            bindings = here.bindings(launcher, needs.setUp());
        } catch (UserMistake e) {
            return e.getMessage().replaceFirst("^-l ompi: ", "") + "; " + e.hint();
        }
        return nodes.stream()
                .map(node -> MpiJar.obstacle(node, bindings))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    static Optional<Mpi> mpi(Flavour flavour, ProbedNode node) {
        return flavour == Flavour.OMPI ? node.facts().openMpi() : node.facts().mpich();
    }

    private static String hint(Flavour flavour) {
        return flavour == Flavour.OMPI
                ? "install it on every node: apt-get install openmpi-bin libopenmpi-dev; if it is not on a node's PATH, "
                        + "set PATH in backend_env"
                : "install it on every node: apt-get install mpich; if it is not on a node's PATH, set PATH in backend_env";
    }
}
