package iccl.platform.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the system shows of accelerators: functions on the PCI bus, and the files of drivers.
 *
 * @param root the folder that holds {@code sys} and {@code dev}
 */
record Hardware(Path root) {
    /** The environment variable that names another folder than {@code /}; where the host's is mounted elsewhere. */
    static final String VARIABLE = "ICCL_HARDWARE_ROOT";

    /** Displays and 3D controllers, and processing accelerators; a vendor's other functions are its cards' sound. */
    private static final Pattern CLASSES = Pattern.compile("0x(03|12).*");

    private static final Pattern ADDRESS = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");

    /** PCI addresses of a vendor's accelerators. */
    List<String> pciFunctions(int vendor) throws IOException {
        String wanted = String.format("0x%04x", vendor);
        List<String> found = new ArrayList<>();
        for (Path function : list(root.resolve("sys/bus/pci/devices"))) {
            if (read(function.resolve("vendor")).equals(wanted)
                    && CLASSES.matcher(read(function.resolve("class"))).matches()) {
                found.add(function.getFileName().toString());
            }
        }
        return found;
    }

    /** The vendor of the function at an address as a runtime writes it, such as {@code 0x10de}; empty when there is none. */
    String vendorAt(String address) {
        String wanted = address.strip().toLowerCase(Locale.ROOT).replaceFirst("^0000(?=[0-9a-f]{4}:)", "");
        return ADDRESS.matcher(wanted).matches()
                ? read(root.resolve("sys/bus/pci/devices").resolve(wanted).resolve("vendor"))
                : "";
    }

    /** The driver's files with such names; {@code *} stands for digits. */
    List<Path> nodes(List<String> patterns) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String pattern : patterns) {
            int slash = pattern.lastIndexOf('/');
            Path folder = slash < 0 ? root.resolve("dev") : root.resolve("dev").resolve(pattern.substring(0, slash));
            Pattern name =
                    Pattern.compile(Pattern.quote(pattern.substring(slash + 1)).replace("*", "\\E\\d+\\Q"));
            for (Path file : list(folder)) {
                if (name.matcher(file.getFileName().toString()).matches()) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private static List<Path> list(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(found::add);
            }
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    /** Empty for a file that is not there, or no more. */
    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
