package iccl.run.internal.start;

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
 * @param all names, of the nodes and of this machine
 * @param needy of those without an IPv4 address and a domain
 */
record StrippedNames(Set<String> all, Set<String> needy) {
    private static final String PARAMETER = "prte_strip_prefix";

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
                        + "), with different ones";
    }

    /** Whether the user says it, to mpirun or in the environment. */
    static boolean isUsersChoice(List<String> words, Map<String, String> environment) {
        return words.stream().anyMatch(word -> word.contains(PARAMETER))
                || environment.containsKey("PRTE_MCA_" + PARAMETER);
    }

    private static StrippedNames of(List<ProbedNode> nodes, String here, Predicate<ProbedNode> isCounted) {
        return of(
                Stream.concat(nodes.stream().map(StrippedNames::name), Stream.of(here))
                        .toList(),
                nodes.stream()
                        .filter(node -> !node.node().isLocal() && !hasIpv4(node) && isCounted.test(node))
                        .map(StrippedNames::name)
                        .toList());
    }

    /**
     * @param names of all
     * @param withoutIpv4 those of the nodes that have no IPv4 address
     */
    static StrippedNames of(List<String> names, List<String> withoutIpv4) {
        return new StrippedNames(
                Set.copyOf(names),
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

    /** The prefixes, separated by commas; empty where no node needs it, or where there is no way. */
    Optional<String> prefixes() {
        int shortest = needy.stream().mapToInt(String::length).min().orElse(0);
        for (int length = 1; length < shortest; length++) {
            int end = length;
            Set<String> prefixes =
                    needy.stream().map(name -> name.substring(0, end)).collect(Collectors.toCollection(TreeSet::new));
            if (all.stream().map(name -> stripped(name, prefixes)).distinct().count() == all.size()) {
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
