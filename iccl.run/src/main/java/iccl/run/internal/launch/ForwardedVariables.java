package iccl.run.internal.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Works out the values of {@code -x}: {@code NAME=VALUE} sets, {@code NAME} and {@code PREFIX*} pass on. */
public final class ForwardedVariables {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> environment;
    private final List<String> warnings;

    /** @param warnings gets a line for each name that passes nothing on */
    public ForwardedVariables(Map<String, String> environment, List<String> warnings) {
        this.environment = environment;
        this.warnings = warnings;
    }

    public Map<String, String> resolve(List<String> options) {
        Map<String, String> result = new LinkedHashMap<>();
        for (String option : options) {
            int split = option.indexOf('=');
            String name = split < 0 ? option : option.substring(0, split);
            if (split < 0 && name.endsWith("*")) {
                addMatching(check(option, name.substring(0, name.length() - 1)), result);
            } else if (split < 0) {
                addPresent(check(option, name), result);
            } else {
                result.put(check(option, name), option.substring(split + 1));
            }
        }
        return result;
    }

    private static String check(String option, String name) {
        boolean isWholeEnvironment = name.isEmpty() && option.equals("*");
        if (!isWholeEnvironment && !NAME.matcher(name).matches()) {
            throw new UserMistake(
                    "-x " + option + ": '" + name + "' is no name for a variable",
                    "write -x NAME, -x NAME=VALUE or -x PREFIX*");
        }
        return name;
    }

    private void addPresent(String name, Map<String, String> result) {
        String value = environment.get(name);
        if (value == null) {
            warnings.add("-x " + name + ": the variable is not set here, so nothing is passed on");
        } else {
            result.put(name, value);
        }
    }

    private void addMatching(String prefix, Map<String, String> result) {
        Map<String, String> found = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(prefix) && NAME.matcher(name).matches()) {
                found.put(name, value);
            }
        });
        if (found.isEmpty()) {
            warnings.add("-x " + prefix + "*: no variable here has a name like that, so nothing is passed on");
        }
        result.putAll(found);
    }
}
