package iccl.platform.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that is peculiar to a vendor: how its hardware and its runtime are found, how the runtime's functions are called, and
 * its numbers. {@code runtime.h} lists the functions and numbers that there are, and what their arguments mean; a name that
 * it does not know is refused when the runtime is opened.
 *
 * <p>Threads: built by one, then immutable.
 */
public final class VendorTable {
    private final String name;
    private final String title;
    private int pciVendor;
    private List<String> nodes = List.of();
    private List<String> rootVariables = List.of();
    private List<String> roots = List.of();
    private List<String> folders = List.of();
    private List<String> libraries = List.of();
    private List<String> visibleVariables = List.of();
    private List<String> foreign = List.of();
    private final Map<String, List<String>> functions = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * @param name the platform's, such as {@code nvidia}
     * @param title the vendor's own, for people
     */
    public VendorTable(String name, String title) {
        this.name = name;
        this.title = title;
    }

    /** The vendor in the addresses of the PCI bus. */
    public VendorTable pciVendor(int vendor) {
        pciVendor = vendor;
        return this;
    }

    /** File names in {@code /dev} that its driver makes; {@code *} stands for digits. */
    public VendorTable nodes(String... patterns) {
        nodes = List.of(patterns);
        return this;
    }

    /** Environment variables that name the folder of its software, the strongest first. */
    public VendorTable rootVariables(String... variables) {
        rootVariables = List.of(variables);
        return this;
    }

    /** Where its software is when no variable says so; the last part may contain {@code *}. */
    public VendorTable roots(String... folders) {
        roots = List.of(folders);
        return this;
    }

    /** Folders in the root that may hold its libraries. */
    public VendorTable folders(String... names) {
        folders = List.of(names);
        return this;
    }

    /** File names of its runtime, the newest first. */
    public VendorTable libraries(String... names) {
        libraries = List.of(names);
        return this;
    }

    /** Environment variables by which it is told to hide devices. */
    public VendorTable visibleVariables(String... variables) {
        visibleVariables = List.of(variables);
        return this;
    }

    /**
     * Signs that a library of the right name is another vendor's: parts of its path, or ({@code lib…}) libraries that are in
     * the process once it is open.
     */
    public VendorTable foreign(String... signs) {
        foreign = List.of(signs);
        return this;
    }

    /** The symbols of a function, the best first. */
    public VendorTable function(String function, String... symbols) {
        functions.put(function, List.of(symbols));
        return this;
    }

    public VendorTable number(String number, int value) {
        numbers.put(number, value);
        return this;
    }

    /** The functions of a runtime that took CUDA's names and order of arguments, with another prefix. */
    public VendorTable likeCuda(String prefix) {
        function("count", prefix + "GetDeviceCount");
        function("select", prefix + "SetDevice");
        function("selected", prefix + "GetDevice");
        function("properties", prefix + "GetDeviceProperties");
        function("address", prefix + "DeviceGetPCIBusId");
        function("memory", prefix + "MemGetInfo");
        function("version", prefix + "RuntimeGetVersion");
        function("allocate", prefix + "Malloc");
        function("free", prefix + "Free");
        function("allocatePinned", prefix + "HostAlloc", prefix + "MallocHost");
        function("freePinned", prefix + "FreeHost");
        function("clear", prefix + "Memset");
        function("copy", prefix + "Memcpy");
        function("copyAsync", prefix + "MemcpyAsync");
        function("createQueue", prefix + "StreamCreateWithFlags");
        function("destroyQueue", prefix + "StreamDestroy");
        function("queryQueue", prefix + "StreamQuery");
        function("finishQueue", prefix + "StreamSynchronize");
        function("queueWaits", prefix + "StreamWaitEvent");
        function("createEvent", prefix + "EventCreateWithFlags");
        function("destroyEvent", prefix + "EventDestroy");
        function("recordEvent", prefix + "EventRecord");
        function("queryEvent", prefix + "EventQuery");
        function("attributes", prefix + "PointerGetAttributes");
        function("hostFunction", prefix + "LaunchHostFunc");
        function("lastError", prefix + "GetLastError");
        return function("errorText", prefix + "GetErrorString");
    }

    public String name() {
        return name;
    }

    public String title() {
        return title;
    }

    int pciVendor() {
        return pciVendor;
    }

    List<String> nodes() {
        return nodes;
    }

    List<String> rootVariables() {
        return rootVariables;
    }

    List<String> roots() {
        return roots;
    }

    List<String> folders() {
        return folders;
    }

    List<String> libraries() {
        return libraries;
    }

    List<String> visibleVariables() {
        return visibleVariables;
    }

    /** The variable that names the runtime's file itself: {@code ICCL_NVIDIA_LIBRARY}. */
    String libraryVariable() {
        return "ICCL_" + name.toUpperCase(java.util.Locale.ROOT) + "_LIBRARY";
    }

    /** What the probe's process reads, for one file. */
    String textToProbe(String library) {
        String strangers = foreign.isEmpty() ? "" : "foreign " + String.join(" ", foreign) + "\n";
        return strangers + text(library);
    }

    /** What this process reads, for a file that was probed. Other vendors' libraries may be here, with every right. */
    String text(String library, String... measured) {
        List<String> lines = new ArrayList<>(List.of("library " + library));
        functions.forEach((function, symbols) -> lines.add("function " + function + " " + String.join(" ", symbols)));
        numbers.forEach((number, value) -> lines.add("number " + number + " " + value));
        return String.join(
                        "\n",
                        Stream.concat(lines.stream(), Arrays.stream(measured)).toList()) + "\n";
    }
}
