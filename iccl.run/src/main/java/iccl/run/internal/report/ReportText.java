package iccl.run.internal.report;

import java.util.List;
import java.util.Map;

/** Reports for people. */
final class ReportText {
    private ReportText() {}

    static String verdicts(List<Map<String, String>> verdicts) {
        StringBuilder text = new StringBuilder();
        for (Map<String, String> verdict : verdicts) {
            text.append(String.format(
                    "  %-8s %-10s %-11s %s%n",
                    value(verdict, ReportKeys.KIND),
                    value(verdict, ReportKeys.NAME),
                    value(verdict, ReportKeys.STATUS),
                    value(verdict, ReportKeys.VERSION)));
            text.append("      ").append(value(verdict, ReportKeys.REASON)).append('\n');
            String remedy = value(verdict, ReportKeys.REMEDY);
            if (!remedy.isEmpty()) {
                text.append("      -> ").append(remedy).append('\n');
            }
        }
        return text.isEmpty() ? "  none: no backend or platform bundle is installed\n" : text.toString();
    }

    static String tunables(List<Map<String, String>> tunables) {
        StringBuilder text = new StringBuilder();
        for (Map<String, String> tunable : tunables) {
            text.append(String.format(
                    "%s (%s) = %s   [%s]%n    %s; %s, standard %s%n",
                    value(tunable, ReportKeys.NAME),
                    value(tunable, ReportKeys.VARIABLE),
                    value(tunable, ReportKeys.VALUE),
                    value(tunable, ReportKeys.SOURCE),
                    value(tunable, ReportKeys.DESCRIPTION),
                    value(tunable, ReportKeys.ALLOWED),
                    value(tunable, ReportKeys.STANDARD)));
        }
        return text.toString();
    }

    private static String value(Map<String, String> entry, String key) {
        return entry.getOrDefault(key, "");
    }
}
