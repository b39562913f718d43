package iccl.platform.device;

import iccl.kernel.port.Device;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a probe's process found out about one library.
 *
 * @param values what it printed, {@code key=value}
 * @param wrong why the library cannot be used; empty when it can
 */
record Findings(Map<String, String> values, String wrong) {
    /** Reads what the process printed; {@code end} says how it ended where it did not say itself. */
    static Findings of(List<String> lines, String end) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        if ("ok".equals(values.get("result"))) {
            return new Findings(values, "");
        }
        String wrong = values.get("wrong");
        return new Findings(values, wrong != null ? wrong : end + ", at the step '" + values.get("step") + "'");
    }

    boolean isUsable() {
        return wrong.isEmpty();
    }

    /** The file that was opened in the end. */
    String library() {
        return value("library");
    }

    String version() {
        return value("version");
    }

    List<Device> devices(String title) {
        List<Device> devices = new ArrayList<>();
        for (int index = 0; index < Integer.parseInt(values.getOrDefault("devices", "0")); index++) {
            String key = "device." + index + ".";
            String name = value(key + "name");
            devices.add(new Device(
                    index,
                    name.isBlank() ? title + " device " + index : name,
                    Long.parseUnsignedLong(value(key + "memory")),
                    value(key + "address")));
        }
        return List.copyOf(devices);
    }

    /** What was measured, as lines of the table. */
    String[] measured() {
        return new String[] {"number deviceCode " + value("deviceCode"), "number hostCode " + value("hostCode")};
    }

    /** For people: what the runtime cannot do. */
    String limits() {
        List<String> limits = new ArrayList<>();
        if ("no".equals(values.get("hostFunction"))) {
            limits.add("it has no host callbacks");
        }
        if (!value("attributes").startsWith("tell")) {
            limits.add("its pointer attributes "
                    + (value("attributes").equals("absent") ? "are absent" : "do not tell" + " device from host")
                    + ": only memory of memAlloc is known as device memory");
        }
        return limits.isEmpty() ? "" : "; " + String.join("; ", limits);
    }

    private String value(String key) {
        return values.getOrDefault(key, "");
    }
}
