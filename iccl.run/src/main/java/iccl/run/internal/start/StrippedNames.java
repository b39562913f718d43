package iccl.run.internal.start;

import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What PRRTE, the runtime of Open MPI 5, shall strip from the names of nodes ({@code prte_strip_prefix}). Its daemon reads
 * the list of a node's other names whether there is one or not, and ends with a segmentation fault where there is none:
 * where the node has neither an IPv4 address nor a domain (seen with the PRRTE of Open MPI 5.0.7). A name without its prefix
 * is such a name. The daemon and the ranks of the node go by it then, and so does mpirun here by what is left of its own
 * machine's name: no two of these may be left with the same.
 *
 * @param all hosts: the nodes and this machine
 * @param needy names of those without an IPv4 address and a domain
 */
record StrippedNames(Set<Host> all, Set<String> needy) {
    private static final String PARAMETER = "prte_strip_prefix";
    private static final String THIS_MACHINE = "this machine";

    /**
     * One of them; several entries of a cluster file may be one.
     *
     * @param name what it calls itself
     * @param identity tells it from others that call themselves the same
     */
    record Host(String name, String identity) {
        static Host of(ProbedNode node) {
            return new Host(StrippedNames.name(node), isThisMachine(node) ? THIS_MACHINE : identity(node));
        }

        /** Containers of a machine differ in their addresses. */
        private static String identity(ProbedNode node) {
            return node.facts().value("machine") + " "
                    + node.facts().all("address").stream().sorted().collect(Collectors.joining(" "));
        }

        /** Who talks to itself is both ends. */
        private static boolean isThisMachine(ProbedNode node) {
            Optional<NodeFacts.Address> reached = node.facts().reachedAddress();
            return node.node().isLocal()
                    || (reached.isPresent()
                            && reached.get().network().hasAddress(node.facts().launcherAddress()));
        }
    }

    /** @param here what this machine calls itself */
    static StrippedNames of(List<ProbedNode> nodes, String here) {
        return of(nodes, here, node -> true);
    }

    /** What stands in the way of the nodes; empty where nothing does. Of one that cannot list its addresses the best is hoped. */
    static String obstacle(List<ProbedNode> nodes, String here) {
        StrippedNames certain =
                of(nodes, here, node -> !node.facts().addresses().isEmpty());
        return certain.needy().isEmpty() || certain.prefixes().isPresent()
                ? ""
                : "its runtime, PRRTE, crashes on nodes that have neither an IPv4 address nor a domain in their host names: "
                        + String.join(", ", certain.needy())
                        + "; no prefix can be stripped from these names that leaves all nodes, and this machine ("
                        + here
                        + "), with different ones"
                        + certain.namesakes();
    }

    /** Whether the user says it, to mpirun or in the environment. */
    static boolean isUsersChoice(List<String> words, Map<String, String> environment) {
        return words.stream().anyMatch(word -> word.contains(PARAMETER))
                || environment.containsKey("PRTE_MCA_" + PARAMETER);
    }

    private static StrippedNames of(List<ProbedNode> nodes, String here, Predicate<ProbedNode> isCounted) {
        return of(
                Stream.concat(nodes.stream().map(Host::of), Stream.of(new Host(here, THIS_MACHINE)))
                        .toList(),
                nodes.stream()
                        .filter(node -> !node.node().isLocal() && !hasIpv4(node) && isCounted.test(node))
                        .map(StrippedNames::name)
                        .toList());
    }

    /**
     * @param hosts all
     * @param withoutIpv4 names of the nodes that have no IPv4 address
     */
    static StrippedNames of(List<Host> hosts, List<String> withoutIpv4) {
        return new StrippedNames(
                Set.copyOf(hosts),
                withoutIpv4.stream()
                        .filter(name -> name.indexOf('.') < 0)
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    private static String name(ProbedNode node) {
        return node.facts().value("host");
    }

    private static boolean hasIpv4(ProbedNode node) {
        return node.facts().addresses().stream()
                .anyMatch(address -> address.network().isIpv4()
                        && !address.network().address().isLoopbackAddress());
    }

    /** Names that several hosts have, in words; empty where there are none. */
    private String namesakes() {
        Set<String> seen = new LinkedHashSet<>();
        String names = all.stream()
                .map(Host::name)
                .filter(name -> !seen.add(name))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; several call themselves " + names;
    }

    /** The prefixes, separated by commas; empty where no node needs it, or where there is no way. */
    Optional<String> prefixes() {
        int shortest = needy.stream().mapToInt(String::length).min().orElse(0);
        for (int length = 1; length < shortest; length++) {
            int end = length;
            Set<String> prefixes =
                    needy.stream().map(name -> name.substring(0, end)).collect(Collectors.toCollection(TreeSet::new));
            if (all.stream()
                            .map(host -> stripped(host.name(), prefixes))
                            .distinct()
                            .count()
                    == all.size()) {
                return Optional.of(String.join(",", prefixes));
            }
        }
        return Optional.empty();
    }

    /** As PRRTE does it: from the first digit on that is not zero, or all behind the prefix where there is none. */
    private static String stripped(String name, Set<String> prefixes) {
        String host = name.replaceFirst("\\..*", "");
        for (String prefix : prefixes) {
            if (host.startsWith(prefix)) {
                String rest = host.substring(prefix.length());
                String number = rest.replaceFirst("^[^1-9]*", "");
                return number.isEmpty() ? rest : number;
            }
        }
        return host;
    }
}
