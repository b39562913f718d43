package iccl.run.internal.resolve;

import iccl.run.internal.resolve.RuntimeResolver.Purpose;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.utils.resource.RequirementImpl;
import org.apache.felix.utils.resource.ResourceImpl;
import org.osgi.framework.Version;
import org.osgi.resource.Capability;
import org.osgi.resource.Requirement;
import org.osgi.resource.Resource;

/** What a job requires of a node's runtime, and why. */
final class Wishes {
    private static final String PLATFORM = "iccl.platform";

    private final ResourceImpl resource = new ResourceImpl("job", "job", Version.emptyVersion);
    private final Map<Requirement, String> reasons = new HashMap<>();

    Wishes(Purpose purpose, List<ResourceImpl> bundles, Resource node) {
        add("osgi.service", "(objectClass=iccl.api.Iccl)", "programs call it");
        add("iccl.backend", "(iccl.backend=local)", "joins the ranks of one node");
        add("iccl.backend", "(iccl.backend=" + purpose.backend() + ")", "joins the nodes");
        add(PLATFORM, "(iccl.platform=cpu)", "host memory and arithmetic");
        if (!purpose.programBundle().isEmpty()) {
            add("osgi.identity", "(osgi.identity=" + purpose.programBundle() + ")", "holds " + purpose.program());
        }
        if (!purpose.platform().equals("auto")) {
            for (String name : purpose.platform().split(",", -1)) {
                add(PLATFORM, "(iccl.platform=" + name + ")", "the node's platform is " + purpose.platform());
            }
        } else {
            bundles.forEach(bundle -> addIfThere(bundle, node));
        }
    }

    /** A platform whose hardware the node has. */
    private void addIfThere(Resource bundle, Resource node) {
        List<Requirement> hardware = bundle.getRequirements(NodeCapabilities.HARDWARE);
        for (Capability platform : bundle.getCapabilities(PLATFORM)) {
            boolean isThere = !hardware.isEmpty() && hardware.stream().allMatch(needed -> isMet(needed, node));
            if (isThere) {
                Object name = platform.getAttributes().get(PLATFORM);
                add(
                        PLATFORM,
                        "(iccl.platform=" + name + ")",
                        "the node has the hardware: " + NodeContext.words(hardware.get(0)));
            }
        }
    }

    private static boolean isMet(Requirement requirement, Resource node) {
        return node.getCapabilities(requirement.getNamespace()).stream()
                .anyMatch(capability -> NodeContext.matches(requirement, capability));
    }

    private void add(String namespace, String filter, String reason) {
        Requirement requirement = new RequirementImpl(resource, namespace, Map.of("filter", filter), Map.of());
        resource.addRequirement(requirement);
        reasons.put(requirement, reason);
    }

    Resource resource() {
        return resource;
    }

    String reason(Requirement requirement) {
        return reasons.getOrDefault(requirement, "");
    }
}
