package iccl.run.internal.resolve;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.NodePlan.PlannedBundle;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.felix.resolver.Logger;
import org.apache.felix.resolver.ResolverImpl;
import org.apache.felix.utils.resource.ResourceBuilder;
import org.apache.felix.utils.resource.ResourceImpl;
import org.osgi.framework.BundleException;
import org.osgi.resource.Resource;
import org.osgi.resource.Wire;
import org.osgi.service.resolver.ResolutionException;

/** Works out which of an installation's bundles a node needs, from what they require and the node offers. */
public final class RuntimeResolver {
    private final Map<Path, ResourceImpl> bundles = new TreeMap<>();
    private final Map<String, String> frameworkHeaders;

    /** What a node's runtime is for. */
    public record Purpose(String backend, String platform, String programBundle, String program) {}

    /** Reads the bundles' manifests. */
    public RuntimeResolver(Installation installation) throws IOException {
        this.frameworkHeaders = headers(installation.library("org.apache.felix.framework"));
        try (Stream<Path> files = Files.list(installation.bundles())) {
            for (Path file : (Iterable<Path>)
                    files.filter(file -> file.toString().endsWith(".jar")).sorted()::iterator) {
                bundles.put(file, resource(file));
            }
        }
    }

    private static ResourceImpl resource(Path file) throws IOException {
        try {
            return ResourceBuilder.build(file.toUri().toString(), headers(file));
        } catch (BundleException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, file + " is no usable bundle: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> headers(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Map<String, String> headers = new HashMap<>();
            if (jar.getManifest() != null) {
                jar.getManifest()
                        .getMainAttributes()
                        .forEach((name, value) -> headers.put(name.toString(), value.toString()));
            }
            return headers;
        }
    }

    /**
     * The bundles for one node, each with the reason why it is in.
     *
     * @param label the node's, for messages
     * @throws UserMistake saying what the node lacks
     */
    public List<PlannedBundle> resolve(String label, NodeFacts facts, int javaMajor, Purpose purpose) {
        List<ResourceImpl> all = List.copyOf(bundles.values());
        ResourceImpl node = NodeCapabilities.of(facts, javaMajor, frameworkHeaders);
        Wishes wishes = new Wishes(purpose, all, node);
        NodeContext context = new NodeContext(node, wishes.resource(), all);
        try {
            Map<Resource, List<Wire>> wires = new ResolverImpl(new Logger(0), Runnable::run).resolve(context);
            return explain(wires, wishes);
        } catch (ResolutionException e) {
            throw new UserMistake(
                    label + " cannot have the runtime it needs: " + context.lacking(e.getUnresolvedRequirements(), e),
                    "icclrun doctor says more on that node; --platform or -l take other parts");
        }
    }

    private List<PlannedBundle> explain(Map<Resource, List<Wire>> wires, Wishes wishes) {
        Map<Resource, String> reasons = new LinkedHashMap<>();
        wires.getOrDefault(wishes.resource(), List.of())
                .forEach(wire -> reasons.putIfAbsent(wire.getProvider(), wishes.reason(wire.getRequirement())));
        for (Map.Entry<Resource, List<Wire>> entry : wires.entrySet()) {
            for (Wire wire : entry.getValue()) {
                reasons.putIfAbsent(
                        wire.getProvider(),
                        name(entry.getKey()) + " requires " + NodeContext.words(wire.getRequirement()));
            }
        }
        List<PlannedBundle> chosen = new ArrayList<>();
        bundles.forEach((file, resource) -> {
            if (wires.containsKey(resource)) {
                chosen.add(new PlannedBundle(file, reasons.getOrDefault(resource, "")));
            }
        });
        return chosen;
    }

    private static String name(Resource resource) {
        Object name =
                resource.getCapabilities("osgi.identity").get(0).getAttributes().get("osgi.identity");
        return String.valueOf(name);
    }
}
