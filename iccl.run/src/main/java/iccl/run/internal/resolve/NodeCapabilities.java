package iccl.run.internal.resolve;

import iccl.run.internal.container.Container;
import iccl.run.internal.probe.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.utils.resource.CapabilityImpl;
import org.apache.felix.utils.resource.ResourceBuilder;
import org.apache.felix.utils.resource.ResourceImpl;
import org.osgi.framework.BundleException;
import org.osgi.framework.Version;

/**
 * A node as OSGi sees it: what its Java, its processor, its MPIs and its devices offer to bundles. Beside the standard
 * namespaces there are
 * <ul>
 *   <li>{@code iccl.mpi}: {@code iccl.mpi} is {@code openmpi} or {@code mpich}, {@code version} its version
 *   <li>{@code iccl.hardware}: {@code pci} lists the vendors of its devices in four hexadecimal digits, {@code node} the
 *       device nodes under {@code /dev}
 * </ul>
 */
final class NodeCapabilities {
    static final String MPI = "iccl.mpi";
    static final String HARDWARE = "iccl.hardware";
    private static final Map<String, List<String>> PROCESSORS = Map.of(
            "x86_64", List.of("x86-64", "amd64", "em64t", "x86_64"),
            "aarch64", List.of("aarch64", "arm64"));

    private NodeCapabilities() {}

    /** @param javaMajor the Java that its ranks run on */
    static ResourceImpl of(NodeFacts facts, int javaMajor, Map<String, String> frameworkHeaders) {
        ResourceImpl node = build("node", frameworkHeaders);
        ResourceImpl shared = build(
                "shared",
                Map.of(
                        "Bundle-ManifestVersion",
                        "2",
                        "Bundle-SymbolicName",
                        "shared",
                        "Export-Package",
                        String.join(",", Container.sharedPackages())));
        shared.getCapabilities("osgi.wiring.package")
                .forEach(capability -> node.addCapability(new CapabilityImpl(node, capability)));
        addJava(node, javaMajor);
        String processor = facts.architecture();
        add(
                node,
                "osgi.native",
                Map.of(
                        "osgi.native.osname", List.of("linux", "Linux"),
                        "osgi.native.processor", PROCESSORS.getOrDefault(processor, List.of(processor))));
        addMpi(node, "openmpi", facts.openMpi());
        addMpi(node, "mpich", facts.mpich());
        add(node, HARDWARE, Map.of("pci", pciVendors(facts), "node", deviceNodes(facts)));
        return node;
    }

    private static ResourceImpl build(String name, Map<String, String> headers) {
        try {
            return ResourceBuilder.build(name, headers);
        } catch (BundleException e) {
            throw new IllegalStateException("our own headers", e);
        }
    }

    private static void addJava(ResourceImpl node, int major) {
        List<Version> versions = new ArrayList<>();
        for (int minor = 0; minor <= 8; minor++) {
            versions.add(new Version(1, minor, 0));
        }
        for (int version = 9; version <= major; version++) {
            versions.add(new Version(version, 0, 0));
        }
        for (String environment : List.of("JavaSE", "JavaSE/compact1", "JavaSE/compact2", "JavaSE/compact3")) {
            add(node, "osgi.ee", Map.of("osgi.ee", environment, "version", versions));
        }
        // Every Java that we take has these packages.
        ModuleLayer.boot().modules().stream()
                .flatMap(module -> module.getDescriptor().exports().stream())
                .filter(exports -> !exports.isQualified())
                .forEach(exports -> add(
                        node,
                        "osgi.wiring.package",
                        Map.of("osgi.wiring.package", exports.source(), "version", new Version(0, 0, 0))));
    }

    private static void addMpi(ResourceImpl node, String name, Optional<NodeFacts.Mpi> mpi) {
        mpi.ifPresent(found -> add(node, MPI, Map.of(MPI, name, "version", new Version(found.major(), 0, 0))));
    }

    private static List<String> pciVendors(NodeFacts facts) {
        return facts.all("pci").stream()
                .map(line -> line.split(" ")[0].replaceFirst("^0x", "").toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }

    private static List<String> deviceNodes(NodeFacts facts) {
        return facts.all("device").stream()
                .map(path -> path.replaceFirst("^/dev/", ""))
                .toList();
    }

    private static void add(ResourceImpl node, String namespace, Map<String, Object> attributes) {
        node.addCapability(new CapabilityImpl(node, namespace, Map.of(), attributes));
    }
}
