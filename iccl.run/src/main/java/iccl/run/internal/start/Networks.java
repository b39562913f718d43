package iccl.run.internal.start;

import iccl.run.internal.probe.Network;
import iccl.run.internal.probe.NodeFacts.Address;
import iccl.run.internal.probe.ProbedNode;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which network the ranks talk over: the one that we came to the nodes by, when they are all in it. Bridges of containers
 * and virtual machines, which have the same address everywhere, are out of the question then. Names are not asked: a
 * host's own name may lead to 127.0.1.1.
 */
final class Networks {
    private Networks() {}

    /** The network that all nodes were reached through, or empty. A node that took no ssh must have an address in it. */
    static Optional<Network> common(List<ProbedNode> nodes) {
        Optional<Network> first =
                nodes.stream().map(Networks::network).flatMap(Optional::stream).findFirst();
        boolean isCommon =
                first.isPresent() && first.get().isIpv4() && nodes.stream().allMatch(node -> isIn(first.get(), node));
        return isCommon ? first : Optional.empty();
    }

    private static boolean isIn(Network network, ProbedNode node) {
        return address(network, node).isPresent();
    }

    /** A node's address in a network: the one that we came to it by, when we came over ssh. */
    static Optional<Address> address(Network network, ProbedNode node) {
        Optional<Address> reached = node.facts().reachedAddress();
        Stream<Address> candidates = node.node().isLocal() ? node.facts().addresses().stream() : reached.stream();
        return candidates
                .filter(address -> address.network().isSameNetwork(network))
                .findFirst();
    }

    private static Optional<Network> network(ProbedNode node) {
        return node.facts().reachedAddress().map(Address::network).filter(network -> !network.address()
                .isLoopbackAddress());
    }

    /** Our address as a node sees us, if it is one of ours: with a jump host or a translation between it is not. */
    static Optional<String> ofLauncher(List<ProbedNode> nodes) {
        for (ProbedNode node : nodes) {
            String seen = node.facts().launcherAddress();
            if (!seen.isEmpty() && isOurs(seen)) {
                return Optional.of(seen);
            }
        }
        return Optional.empty();
    }

    /**
     * Our address for Hydra, which takes an IPv6 address for a name and a port: where the nodes came by one, an IPv4 address
     * in a network that all of them are in, too.
     */
    static Optional<String> ofLauncherForHydra(List<ProbedNode> nodes) {
        Optional<String> seen = ofLauncher(nodes);
        return seen.isEmpty() || !isIpv6(seen.get()) ? seen : sharedIpv4(nodes);
    }

    /** Whether Hydra's daemons could not find their way to us. */
    static boolean isOutOfReachForHydra(List<ProbedNode> nodes) {
        boolean isByIpv6 = nodes.stream().anyMatch(node -> isIpv6(node.facts().launcherAddress()));
        return isByIpv6 && ofLauncherForHydra(nodes).isEmpty();
    }

    private static boolean isIpv6(String address) {
        return address.indexOf(':') >= 0;
    }

    private static Optional<String> sharedIpv4(List<ProbedNode> nodes) {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(device -> device.getInterfaceAddresses().stream())
                    .filter(address -> !address.getAddress().isLoopbackAddress())
                    .map(address -> new Network(address.getAddress(), address.getNetworkPrefixLength()))
                    .filter(network -> network.isIpv4() && nodes.stream().allMatch(node -> has(node, network)))
                    .map(network -> network.address().getHostAddress())
                    .findFirst();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private static boolean has(ProbedNode node, Network network) {
        return node.node().isLocal()
                || node.facts().addresses().stream()
                        .anyMatch(address -> address.network().isSameNetwork(network));
    }

    private static boolean isOurs(String address) {
        try {
            // A literal is not looked up.
            return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
        } catch (java.net.UnknownHostException | SocketException e) {
            return false;
        }
    }
}
