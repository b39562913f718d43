package iccl.platform.device;

import iccl.kernel.port.Device;
import iccl.kernel.port.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a vendor: its hardware first, then its runtime, by absolute path, each candidate in a process of its own. A
 * library's name proves nothing: other vendors ship libraries of the same names.
 */
final class Discovery {
    /** Seconds that one library may take; a runtime that starts many devices needs some. */
    static final String LIMIT_VARIABLE = "ICCL_PROBE_TIMEOUT";

    static final long LIMIT_SECONDS = 20;

    private final VendorTable table;
    private final Function<String, @Nullable String> environment;
    private final Hardware hardware;

    /**
     * What was found.
     *
     * @param verdict for everybody
     * @param findings of the library to open; null when there is none
     */
    record Result(Verdict verdict, @Nullable Findings findings) {}

    Discovery(VendorTable table, Function<String, @Nullable String> environment) {
        this.table = table;
        this.environment = environment;
        String root = environment.apply(Hardware.VARIABLE);
        hardware = new Hardware(Path.of(root == null || root.isBlank() ? "/" : root));
    }

    /** Whether there is anything to try; takes no time. */
    boolean hasHardware() throws IOException {
        return !hardware.pciFunctions(table.pciVendor()).isEmpty()
                || !hardware.nodes(table.nodes()).isEmpty();
    }

    /** Tries what may be the runtime. */
    Result look(ProbeProcess process) throws IOException {
        LibrarySearch search = new LibrarySearch(table, environment);
        List<String> refused = new ArrayList<>();
        for (Path file : search.files()) {
            Findings found = withoutStrangers(process.run(table.textToProbe(file.toString())));
            if (found.isUsable()) {
                return usable(found, refused);
            }
            refused.add(file + ": " + found.wrong());
        }
        String found = refused.isEmpty()
                ? "no runtime; looked for " + search.describe()
                : "no usable runtime: " + String.join("; ", refused);
        String hiding = search.hiding();
        return unusable(
                seen() + ", but " + found + variables(search)
                        + (hiding.isEmpty() ? "" : "; " + hiding + " may hide devices"),
                search);
    }

    /**
     * A library that works may drive another vendor's devices: their places on the bus say whose they are. Believed only where
     * the bus shows the vendor's own, too: then the vendor's number is what we think it is.
     */
    private Findings withoutStrangers(Findings found) throws IOException {
        if (!found.isUsable() || hardware.pciFunctions(table.pciVendor()).isEmpty()) {
            return found;
        }
        String own = String.format("0x%04x", table.pciVendor());
        for (Device device : found.devices(table.title())) {
            String vendor = hardware.vendorAt(device.address());
            if (!vendor.isEmpty() && !vendor.equals(own)) {
                return new Findings(
                        found.values(),
                        "it is another vendor's: its " + device.name() + " at " + device.address()
                                + " is a device of PCI vendor " + vendor + ", not " + own);
            }
        }
        return found;
    }

    /** The verdict where there is no hardware. */
    Result absent() {
        String nodes = table.nodes().stream()
                .map(pattern -> hardware.root().resolve("dev").resolve(pattern).toString())
                .collect(Collectors.joining(", "));
        return new Result(
                verdict(
                        Verdict.Status.UNAVAILABLE,
                        "",
                        "no " + table.title() + " device: no PCI device of vendor "
                                + String.format("0x%04x", table.pciVendor()) + " with a class 0x03 or 0x12 in "
                                + hardware.root().resolve("sys/bus/pci/devices") + ", and none of " + nodes,
                        "where there is such a device, install its driver, or give the container its device nodes"),
                null);
    }

    private static String variables(LibrarySearch search) {
        String variables = search.variables();
        return variables.isEmpty() ? "" : " (" + variables + ")";
    }

    /** What of the hardware is there; where one sign is missing, that too. */
    private String seen() throws IOException {
        List<String> functions = hardware.pciFunctions(table.pciVendor());
        List<Path> nodes = hardware.nodes(table.nodes());
        String bus = functions.isEmpty() ? "none on the PCI bus" : "PCI " + String.join(", ", functions);
        String files = nodes.isEmpty()
                ? "no device node " + String.join(", ", table.nodes()) + " in "
                        + hardware.root().resolve("dev") + " (a container needs them)"
                : "nodes " + nodes.stream().map(Path::toString).collect(Collectors.joining(", "));
        return "found " + table.title() + " hardware (" + bus + "; " + files + ")";
    }

    private Result usable(Findings found, List<String> refused) {
        String devices =
                found.devices(table.title()).stream().map(Discovery::describe).collect(Collectors.joining(", "));
        String others = refused.isEmpty() ? "" : "; not taken: " + String.join("; ", refused);
        String reason = "found " + devices + "; runtime " + found.library() + found.limits() + others;
        return new Result(verdict(Verdict.Status.AVAILABLE, version(table, found), reason, ""), found);
    }

    static String version(VendorTable table, Findings found) {
        return (table.title() + " runtime " + found.version()).strip();
    }

    private static String describe(Device device) {
        String place = device.address().isEmpty() ? "" : " at " + device.address();
        return device.name() + " (" + (device.memoryBytes() >> 20) + " MiB" + place + ")";
    }

    private Result unusable(String reason, LibrarySearch search) {
        return new Result(verdict(Verdict.Status.UNAVAILABLE, "", reason, search.remedy()), null);
    }

    /** The verdict where looking itself failed. */
    Result broken(IOException why) {
        return new Result(
                verdict(
                        Verdict.Status.UNAVAILABLE,
                        "",
                        "the probe could not run: " + why.getMessage(),
                        "it needs a folder for temporary files (java.io.tmpdir, now "
                                + System.getProperty("java.io.tmpdir")
                                + ") that programs may be started from, and an ICCL that was built for "
                                + System.getProperty("os.arch")),
                null);
    }

    /** How long one library may take. */
    long limitSeconds() {
        String text = environment.apply(LIMIT_VARIABLE);
        return text == null || !text.strip().matches("[1-9]\\d{0,4}") ? LIMIT_SECONDS : Long.parseLong(text.strip());
    }

    private Verdict verdict(Verdict.Status status, String version, String reason, String remedy) {
        return new Verdict(Verdict.Kind.PLATFORM, table.name(), status, version, reason, remedy);
    }
}
