package iccl.platform.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A folder with the hardware and the runtimes of some vendors, as a real machine would show them. */
public final class SimulatedMachine {
    /** What a vendor leaves on a machine. */
    private enum Vendor {
        NVIDIA("0000:01:00", "0x10de", "nvidia0", "CUDA_HOME", "cuda/lib64/libcudart.so.12"),
        ILUVATAR("0000:02:00", "0x1e3e", "iluvatar0", "COREX_HOME", "corex/lib64/libcudart.so.10.2"),
        METAX("0000:03:00", "0x9999", "mxcd", "MACA_PATH", "maca/lib/libmcruntime.so"),
        MOORE("0000:04:00", "0x1ed5", "mtgpu.0", "MUSA_HOME", "musa/lib/libmusart.so.4"),
        CAMBRICON("0000:05:00", "0xcabc", "cambricon_dev0", "NEUWARE_HOME", "neuware/lib64/libcnrt.so");

        private final String slot;
        private final String pci;
        private final String node;
        private final String variable;
        private final String library;

        Vendor(String slot, String pci, String node, String variable, String library) {
            this.slot = slot;
            this.pci = pci;
            this.node = node;
            this.variable = variable;
            this.library = library;
        }

        String root() {
            return library.substring(0, library.indexOf('/'));
        }

        String file() {
            return library.substring(library.lastIndexOf('/') + 1);
        }
    }

    /** The platforms that can be simulated. */
    public static final List<String> ALL = List.of("nvidia", "metax", "cambricon", "moore", "iluvatar");

    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();

    /**
     * Makes a machine.
     *
     * @param kinds platforms, or variants of them: {@code nvidia}, {@code nvidia-without-malloc}
     */
    public SimulatedMachine(Path folder, String... kinds) throws IOException {
        this.folder = folder;
        environment.put("ICCL_HARDWARE_ROOT", folder.resolve("hardware").toString());
        Files.createDirectories(folder.resolve("hardware/sys/bus/pci/devices"));
        Files.createDirectories(folder.resolve("hardware/dev"));
        addFunction("0000:00:02.0", "0x1234", "0x030000");
        for (String kind : kinds) {
            add(kind);
        }
    }

    private static Vendor vendorOf(String kind) {
        return Vendor.valueOf(kind.replaceFirst("-.*", "").toUpperCase(java.util.Locale.ROOT));
    }

    /** Where the library of a platform is. */
    public Path library(String kind) {
        return folder.resolve(vendorOf(kind).library);
    }

    private void add(String kind) throws IOException {
        Vendor vendor = vendorOf(kind);
        addFunction(vendor.slot + ".0", vendor.pci, "0x030200");
        // The card's sound is of the same vendor.
        addFunction(vendor.slot + ".1", vendor.pci, "0x040300");
        Files.createFile(folder.resolve("hardware/dev").resolve(vendor.node));
        install(kind, vendor.file(), library(kind));
        environment.put(vendor.variable, folder.resolve(vendor.root()).toString());
    }

    private void addFunction(String address, String vendor, String kind) throws IOException {
        Path function = Files.createDirectories(
                folder.resolve("hardware/sys/bus/pci/devices").resolve(address));
        Files.writeString(function.resolve("vendor"), vendor + "\n");
        Files.writeString(function.resolve("class"), kind + "\n");
    }

    /** Copies a make-believe runtime to a place. */
    private static void install(String kind, String file, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (InputStream content = SimulatedMachine.class.getResourceAsStream("libraries/" + kind + "/" + file)) {
            if (content == null) {
                throw new IOException("there is no simulation of " + kind + "/" + file);
            }
            Files.copy(content, to);
        }
    }

    public Path folder() {
        return folder;
    }

    /** What makes processes look at this machine. */
    public Map<String, String> environment() {
        return environment;
    }
}
