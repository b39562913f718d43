package iccl.run.internal.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code libexec/probe.sh} found out about a node. */
public final class NodeFacts {
    private static final Pattern OPEN_MPI = Pattern.compile("\\((?:Open MPI|OpenRTE|PRRTE)\\) +v?([0-9][0-9A-Za-z.]*)");
    private static final Pattern HYDRA = Pattern.compile("HYDRA build details:\\s+Version: +([0-9][0-9A-Za-z.]*)");

    private final Map<String, List<String>> values;

    private NodeFacts(Map<String, List<String>> values) {
        this.values = values;
    }

    /** @param text lines of a key, a tab and a value; others are passed over */
    public static NodeFacts parse(String text) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                values.computeIfAbsent(line.substring(0, tab), key -> new ArrayList<>())
                        .add(line.substring(tab + 1).strip());
            }
        });
        return new NodeFacts(values);
    }

    /** The first value of a key, or empty. */
    public String value(String key) {
        return all(key).stream().findFirst().orElse("");
    }

    public List<String> all(String key) {
        return values.getOrDefault(key, List.of());
    }

    public long number(String key, long otherwise) {
        String value = value(key);
        return value.matches("[0-9]{1,18}") ? Long.parseLong(value) : otherwise;
    }

    /** The node's own name for itself. */
    public String host() {
        return value("host");
    }

    public String architecture() {
        return value("architecture");
    }

    /** Such as {@code debian 12}. */
    public String system() {
        return (value("os") + " " + value("os_version")).strip();
    }

    public int cores() {
        return (int) Math.max(1, number("cores", 1));
    }

    /** What its processes may use. */
    public long memoryBytes() {
        long total = number("memory_kib", 1 << 20) * 1024;
        return Math.min(total, number("memory_limit", Long.MAX_VALUE));
    }

    public boolean isRoot() {
        return value("uid").equals("0");
    }

    public boolean isLittleEndian() {
        // The bytes 1 and 2, read as one number.
        return value("byte_order").equals("0201");
    }

    /** The folder in which all that we deploy lies; absolute. */
    public String deployed() {
        return value("install") + "/deployed";
    }

    /** Free bytes of the file system that holds {@code mount}; -1 when unknown. */
    public long freeBytes(String mount) {
        return all("free_kib").stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2 && words[1].equals(mount))
                .mapToLong(words -> Long.parseLong(words[0]) * 1024)
                .findFirst()
                .orElse(-1);
    }

    /**
     * A Java.
     *
     * @param home its folder
     */
    public record Java(String version, String home) {
        public int major() {
            String digits = version.replaceFirst("^1\\.", "").replaceFirst("[^0-9].*", "");
            return digits.isEmpty() ? 0 : Integer.parseInt(digits);
        }
    }

    /** All that were found, the preferred one first. */
    public List<Java> javas() {
        return all("java").stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2)
                .map(words -> new Java(words[0], words[1]))
                .distinct()
                .toList();
    }

    /** The first that ranks can run on. */
    public Optional<Java> java() {
        return javas().stream().filter(java -> java.major() >= 17).findFirst();
    }

    /**
     * An MPI's launcher.
     *
     * @param command its path
     * @param version such as {@code 4.1.4}
     */
    public record Mpi(String command, String version) {
        public int major() {
            return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
        }

        public String folder() {
            return command.substring(0, command.lastIndexOf('/'));
        }
    }

    public Optional<Mpi> openMpi() {
        return mpi(OPEN_MPI);
    }

    /** With the process manager Hydra. */
    public Optional<Mpi> mpich() {
        return mpi(HYDRA);
    }

    private Optional<Mpi> mpi(Pattern sign) {
        for (String line : all("mpi")) {
            String[] words = line.split(" ", 2);
            Matcher matcher = sign.matcher(words.length < 2 ? "" : words[1]);
            if (matcher.find()) {
                return Optional.of(new Mpi(words[0], matcher.group(1)));
            }
        }
        return Optional.empty();
    }

    /** The path of a program that builds need, or empty. */
    public String tool(String name) {
        return all("tool").stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    /**
     * An address of the node.
     *
     * @param networkInterface such as {@code eth0}
     * @param network it and the length of its network's prefix
     */
    public record Address(String networkInterface, Network network) {}

    public List<Address> addresses() {
        return all("address").stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2 && Network.isNetwork(words[1]))
                .map(words -> new Address(words[0], Network.parse(words[1])))
                .toList();
    }

    /** The node's own address through which we came, or empty: its name may lead elsewhere. */
    public Optional<Address> reachedAddress() {
        String[] words = value("ssh_connection").split(" ");
        if (words.length < 4) {
            return Optional.empty();
        }
        return addresses().stream()
                .filter(address -> address.network().hasAddress(words[2]))
                .findFirst();
    }

    /** Our address as the node sees it, or empty. */
    public String launcherAddress() {
        return value("ssh_connection").split(" ")[0];
    }
}
