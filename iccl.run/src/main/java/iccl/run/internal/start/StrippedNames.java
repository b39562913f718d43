package iccl.run.internal.start;

import iccl.run.internal.probe.ProbedNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What PRRTE, the runtime of Open MPI 5, shall strip from the names of nodes ({@code prte_strip_prefix}). Its daemon reads
 * the list of a node's other names whether there is one or not, and ends with a segmentation fault where there is none:
 * where the node has neither an IPv4 address nor a domain (seen with the PRRTE of Open MPI 5.0.7). A name without its prefix
 * is such a name. The daemon and the ranks of the node go by it then, so no two nodes may be left with the same.
 */
final class StrippedNames {
    private StrippedNames() {}

    /** The prefixes, separated by commas; empty where no node needs it, or where there is no way. */
    static Optional<String> prefixes(List<ProbedNode> nodes) {
        List<String> needy = nodes.stream()
                .filter(node -> !node.node().isLocal() && !hasIpv4(node))
                .map(StrippedNames::name)
                .toList();
        return prefixes(nodes.stream().map(StrippedNames::name).toList(), needy);
    }

    private static String name(ProbedNode node) {
        return node.facts().value("host");
    }

    private static boolean hasIpv4(ProbedNode node) {
        return node.facts().addresses().stream()
                .anyMatch(address -> address.network().isIpv4()
                        && !address.network().address().isLoopbackAddress());
    }

    /**
     * @param names of all nodes
     * @param needy of those without an IPv4 address
     */
    static Optional<String> prefixes(List<String> names, List<String> needy) {
        Set<String> all = Set.copyOf(names);
        List<String> bare =
                needy.stream().filter(name -> name.indexOf('.') < 0).distinct().toList();
        int shortest = bare.stream().mapToInt(String::length).min().orElse(0);
        for (int length = 1; length < shortest; length++) {
            int end = length;
            Set<String> prefixes =
                    bare.stream().map(name -> name.substring(0, end)).collect(Collectors.toCollection(TreeSet::new));
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
