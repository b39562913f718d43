package iccl.run.internal.container;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether this machine shows hardware that a bundle is for. Such a bundle requires the capability {@code iccl.hardware},
 * with PCI vendors ({@code pci=10de}) and names of device nodes ({@code node=nvidia0}) in its filter; one of them is enough.
 * Only the looks are judged here: the bundle's own probe decides.
 */
final class HardwareNeed {
    private static final Pattern REQUIREMENT = Pattern.compile("iccl\\.hardware;[^,]*filter:=\"([^\"]*)\"");
    private static final Pattern SIGN = Pattern.compile("\\((pci|node)=([^)]*)\\)");

    private final Path root;
    private @Nullable Set<String> pciVendors;

    /** @param root where {@code sys} and {@code dev} are; the variable is the platforms' own */
    HardwareNeed(@Nullable String root) {
        this.root = Path.of(root == null || root.isBlank() ? "/" : root);
    }

    /** False only when the bundle says what it is for, and nothing of that can be seen. */
    boolean isMet(Path bundle) throws IOException {
        Matcher requirement = REQUIREMENT.matcher(requirements(bundle));
        if (!requirement.find()) {
            return true;
        }
        Matcher sign = SIGN.matcher(requirement.group(1));
        while (sign.find()) {
            boolean isThere = sign.group(1).equals("pci")
                    ? pciVendors().contains(sign.group(2))
                    : Files.exists(root.resolve("dev").resolve(sign.group(2)));
            if (isThere) {
                return true;
            }
        }
        return false;
    }

    private static String requirements(Path bundle) throws IOException {
        try (JarFile jar = new JarFile(bundle.toFile())) {
            String header = jar.getManifest() == null
                    ? null
                    : jar.getManifest().getMainAttributes().getValue("Require-Capability");
            return header == null ? "" : header;
        }
    }

    private Set<String> pciVendors() throws IOException {
        Set<String> known = pciVendors;
        if (known == null) {
            known = readVendors(root.resolve("sys/bus/pci/devices"));
            pciVendors = known;
        }
        return known;
    }

    private static Set<String> readVendors(Path folder) throws IOException {
        Set<String> found = new HashSet<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try (DirectoryStream<Path> functions = Files.newDirectoryStream(folder)) {
            for (Path function : functions) {
                Path vendor = function.resolve("vendor");
                if (Files.isReadable(vendor)) {
                    found.add(Files.readString(vendor).strip().replace("0x", ""));
                }
            }
        }
        return found;
    }
}
