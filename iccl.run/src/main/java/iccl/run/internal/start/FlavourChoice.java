package iccl.run.internal.start;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.MpiInstallations.Launcher;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts.Mpi;
import iccl.run.internal.probe.ProbedNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The MPI that carries a job: one that all nodes and this machine have, in versions that understand each other.
 *
 * @param launcher here
 * @param reason why this one
 */
public record FlavourChoice(Flavour flavour, Launcher launcher, String reason) {
    private static final Obstacle NO_IPV6 = new Obstacle(
            "its launcher, Hydra, takes no IPv6 address, and the nodes are in no IPv4 network of this machine",
            "give the nodes IPv4 addresses in a network of this machine, or take Open MPI (-l ompi)");
    private static final String BETTER_NAMES =
            "give these nodes a domain in their host names (node1.example.org), an IPv4 address, or host names that differ "
                    + "in their numbers (node1, node2)";
    private static final String SAME_EVERYWHERE =
            "install the same one everywhere: apt-get install openmpi-bin libopenmpi-dev, or: apt-get install mpich";
    /** Before that, a rank that has closed its connections no longer helps others to close theirs. */
    private static final int[] MPICH_ENDS_WELL = {4, 2};

    /**
     * What a job needs of an MPI beside its launcher.
     *
     * @param areBindings whether its ranks are in Java: Open MPI must have its bindings then
     * @param setUp what makes them, for messages
     * @param areNamesStated whether the user says what Open MPI strips from the names of nodes
     */
    public record Needs(boolean areBindings, Path setUp, boolean areNamesStated) {
        /**
         * @param words that the user adds to the command line of MPI's launcher
         * @param environment that it finds
         */
        public static Needs of(boolean areBindings, Path setUp, List<String> words, Map<String, String> environment) {
            return new Needs(areBindings, setUp, StrippedNames.isUsersChoice(words, environment));
        }
    }

    /**
     * Why the nodes cannot run together with an MPI.
     *
     * @param remedy empty where it is to install that MPI
     */
    private record Obstacle(String reason, String remedy) {
        static Obstacle ofInstallation(String reason) {
            return new Obstacle(reason, "");
        }
    }

    /** @throws UserMistake with what each node has, when there is none */
    public static FlavourChoice of(String wanted, List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        switch (wanted) {
            case "none" -> throw new UserMistake(
                    "-l none: the embedded backend joins ranks of one machine only",
                    "take -l auto, or leave out the cluster to run on this machine");
            case "ompi" -> {
                return required(Flavour.OMPI, nodes, here, needs);
            }
            case "mpich" -> {
                return required(Flavour.MPICH, nodes, here, needs);
            }
            default -> {
                return detected(nodes, here, needs);
            }
        }
    }

    private static FlavourChoice required(Flavour flavour, List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        Launcher launcher = flavour == Flavour.OMPI ? here.openMpi() : here.mpich();
        Optional<Obstacle> obstacle = obstacle(flavour, launcher, nodes, needs);
        if (obstacle.isPresent()) {
            throw new UserMistake(
                    "-l " + flavour.label() + ": " + obstacle.get().reason(), remedy(flavour, obstacle.get()));
        }
        return new FlavourChoice(flavour, launcher, "asked for with -l " + flavour.label());
    }

    private static FlavourChoice detected(List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        Map<Flavour, Obstacle> obstacles = new LinkedHashMap<>();
        for (Flavour flavour : List.of(Flavour.OMPI, Flavour.MPICH)) {
            Optional<Launcher> launcher = flavour == Flavour.OMPI ? here.findOpenMpi() : here.findMpich();
            Optional<Obstacle> obstacle = launcher.isEmpty()
                    ? Optional.of(
                            Obstacle.ofInstallation("this machine, which starts the job, has no " + flavour.title()))
                    : obstacle(flavour, launcher.get(), nodes, needs);
            if (obstacle.isEmpty() && flavour == Flavour.OMPI && needs.areBindings()) {
                obstacle = obstacleOfBindings(launcher.orElseThrow(), nodes, here, needs);
            }
            if (obstacle.isEmpty()) {
                return new FlavourChoice(
                        flavour,
                        launcher.orElseThrow(),
                        "all nodes and this machine have " + flavour.title() + " "
                                + launcher.orElseThrow().major()
                                + (obstacles.isEmpty() ? "" : "; not " + String.join("; ", texts(obstacles))));
            }
            obstacles.put(flavour, obstacle.get());
        }
        throw new UserMistake(
                "the nodes and this machine have no MPI in common that can join them:\n  "
                        + String.join("\n  ", texts(obstacles)),
                remedies(obstacles));
    }

    private static List<String> texts(Map<Flavour, Obstacle> obstacles) {
        List<String> texts = new ArrayList<>();
        obstacles.forEach((flavour, obstacle) -> texts.add(flavour.title() + ": " + obstacle.reason()));
        return texts;
    }

    private static String remedies(Map<Flavour, Obstacle> obstacles) {
        if (obstacles.values().stream().allMatch(obstacle -> obstacle.remedy().isEmpty())) {
            return SAME_EVERYWHERE;
        }
        List<String> remedies = new ArrayList<>();
        obstacles.forEach((flavour, obstacle) -> remedies.add(flavour.title() + ": " + remedy(flavour, obstacle)));
        return String.join("; or ", remedies);
    }

    private static String remedy(Flavour flavour, Obstacle obstacle) {
        return obstacle.remedy().isEmpty() ? hint(flavour) : obstacle.remedy();
    }

    /** Why the nodes cannot run together with it; empty when they can. */
    private static Optional<Obstacle> obstacle(
            Flavour flavour, Launcher launcher, List<ProbedNode> nodes, Needs needs) {
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
            return Optional.of(Obstacle.ofInstallation("not found on " + String.join(", ", lacking)));
        }
        if (!different.isEmpty()) {
            return Optional.of(Obstacle.ofInstallation("versions that do not understand each other: this machine has "
                    + launcher.version() + ", " + String.join(", ", different)));
        }
        if (flavour == Flavour.MPICH) {
            return Networks.isOutOfReachForHydra(nodes) ? Optional.of(NO_IPV6) : Optional.empty();
        }
        return needs.areNamesStated() || launcher.major() < 5 ? Optional.empty() : obstacleOfNames(nodes);
    }

    private static Optional<Obstacle> obstacleOfNames(List<ProbedNode> nodes) {
        String reason = StrippedNames.obstacle(nodes, Machine.here().host());
        return reason.isEmpty() ? Optional.empty() : Optional.of(new Obstacle(reason, BETTER_NAMES));
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
    private static Optional<Obstacle> obstacleOfBindings(
            Launcher launcher, List<ProbedNode> nodes, MpiInstallations here, Needs needs) {
        Bindings bindings;
        try {
            bindings = here.bindings(launcher, needs.setUp());
        } catch (UserMistake e) {
            return Optional.of(
                    Obstacle.ofInstallation(e.getMessage().replaceFirst("^-l ompi: ", "") + "; " + e.hint()));
        }
        String reason = nodes.stream()
                .map(node -> MpiJar.obstacle(node, bindings))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return reason.isEmpty() ? Optional.empty() : Optional.of(Obstacle.ofInstallation(reason));
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
