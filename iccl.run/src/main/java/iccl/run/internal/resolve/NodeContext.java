package iccl.run.internal.resolve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.felix.utils.resource.CapabilitySet;
import org.osgi.resource.Capability;
import org.osgi.resource.Requirement;
import org.osgi.resource.Resource;
import org.osgi.resource.Wiring;
import org.osgi.service.resolver.HostedCapability;
import org.osgi.service.resolver.ResolveContext;

/** What the resolver may choose from: the node itself first, then the installation's bundles. */
final class NodeContext extends ResolveContext {
    private final Resource wishes;
    private final List<Resource> resources = new ArrayList<>();

    NodeContext(Resource node, Resource wishes, List<? extends Resource> bundles) {
        this.wishes = wishes;
        resources.add(node);
        resources.addAll(bundles);
    }

    @Override
    public Collection<Resource> getMandatoryResources() {
        return List.of(wishes);
    }

    @Override
    public List<Capability> findProviders(Requirement requirement) {
        List<Capability> found = new ArrayList<>();
        // A bundle that has what it requires needs nobody else for it.
        List<Resource> order = new ArrayList<>(List.of(requirement.getResource()));
        order.addAll(resources);
        for (Resource resource : new LinkedHashSet<>(order)) {
            for (Capability capability : resource.getCapabilities(requirement.getNamespace())) {
                if (matches(requirement, capability)) {
                    found.add(capability);
                }
            }
        }
        return found;
    }

    static boolean matches(Requirement requirement, Capability capability) {
        return CapabilitySet.matches(capability, requirement);
    }

    @Override
    public int insertHostedCapability(List<Capability> capabilities, HostedCapability hosted) {
        capabilities.add(hosted);
        return capabilities.size() - 1;
    }

    /** Services as well, for what a bundle cannot do without; what is optional would bring in everything. */
    @Override
    public boolean isEffective(Requirement requirement) {
        return !"optional".equals(requirement.getDirectives().get("resolution"));
    }

    @Override
    public Map<Resource, Wiring> getWirings() {
        return Map.of();
    }

    static String words(Requirement requirement) {
        String filter = requirement.getDirectives().getOrDefault("filter", "");
        return requirement.getNamespace() + (filter.isEmpty() ? "" : " " + filter);
    }

    /** What the node lacks: the requirements that nothing fulfils, of the bundles that would do. */
    String lacking(Collection<Requirement> unresolved, Exception failure) {
        List<String> reasons = new ArrayList<>();
        unresolved.forEach(requirement -> addReasons(requirement, new HashSet<>(), reasons));
        return reasons.isEmpty()
                ? String.valueOf(failure.getMessage())
                : String.join("; ", new LinkedHashSet<>(reasons));
    }

    private void addReasons(Requirement requirement, Set<Resource> seen, List<String> reasons) {
        List<Capability> providers = findProviders(requirement);
        if (providers.isEmpty()) {
            reasons.add(name(requirement.getResource()) + " requires " + words(requirement));
        }
        for (Capability provider : providers) {
            Resource bundle = provider.getResource();
            if (seen.add(bundle)) {
                bundle.getRequirements(null).stream()
                        .filter(this::isEffective)
                        .forEach(next -> addReasons(next, seen, reasons));
            }
        }
    }

    private static String name(Resource resource) {
        List<Capability> identity = resource.getCapabilities("osgi.identity");
        return identity.isEmpty()
                ? "the job"
                : String.valueOf(identity.get(0).getAttributes().get("osgi.identity"));
    }
}
