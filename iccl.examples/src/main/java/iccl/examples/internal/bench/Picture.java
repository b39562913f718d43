package iccl.examples.internal.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws curves over logarithmic axes, as SVG that can be read on light and on dark pages. */
final class Picture {
    private static final int WIDTH = 760;
    private static final int PANEL_HEIGHT = 360;
    private static final int LEFT = 80;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int BOTTOM = 50;
    private static final int LEGEND_LINE = 18;
    /** Okabe and Ito's, which colour-blind people can tell apart; all have contrast on white and on black. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f7f7f", "#8b5cf6", "#e03131");

    private static final List<String> DASHES = List.of("", "6 3", "2 3", "9 3 2 3");
    private static final String STYLE =
            """
            <style>
              text { font: 13px sans-serif; fill: #1f2328 }
              .page { fill: #ffffff }
              .grid { stroke: #d0d7de; stroke-width: 1 }
              .frame { stroke: #1f2328; fill: none }
              .curve { fill: none; stroke-width: 2 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .page { fill: #0d1117 }
                .grid { stroke: #30363d }
                .frame { stroke: #e6edf3 }
              }
            </style>
            """;

    private final StringBuilder body = new StringBuilder();
    private int height;

    /**
     * @param x positive
     * @param y positive
     */
    record Point(double x, double y) {}

    /** From numbers to places: a whole number of decades or octaves. */
    private record Axis(double base, int from, int to, double begin, double end) {
        static Axis of(double base, double least, double most, double begin, double end) {
            int from = (int) Math.floor(log(base, least) + 1e-9);
            int to = (int) Math.ceil(log(base, most) - 1e-9);
            return new Axis(base, from, Math.max(to, from + 1), begin, end);
        }

        private static double log(double base, double value) {
            return Math.log(value) / Math.log(base);
        }

        double place(double value) {
            return begin + (log(base, value) - from) / (to - from) * (end - begin);
        }
    }

    /** Adds a panel below those there are. The part of a name after a comma only changes how a curve is dashed. */
    void panel(String title, Map<String, List<Point>> curves) {
        int top = height + TOP;
        int bottom = height + PANEL_HEIGHT - BOTTOM;
        double[] xs = values(curves, true);
        double[] ys = values(curves, false);
        Axis across = Axis.of(2, xs[0], xs[1], LEFT, WIDTH - RIGHT);
        Axis up = Axis.of(10, ys[0], ys[1], bottom, top);
        text(LEFT, top - 12, "start", title);
        text((LEFT + WIDTH - RIGHT) / 2.0, bottom + 40, "middle", "size (bytes)");
        int step = Math.max(1, (across.to() - across.from() + 9) / 10);
        for (int power = across.from(); power <= across.to(); power += step) {
            double x = across.place(Math.pow(2, power));
            line(x, top, x, bottom);
            text(x, bottom + 18, "middle", bytes(power));
        }
        for (int power = up.from(); power <= up.to(); power++) {
            double y = up.place(Math.pow(10, power));
            line(LEFT, y, WIDTH - RIGHT, y);
            text(LEFT - 8, y + 4, "end", power < 0 ? "10^" + power : Long.toString(Math.round(Math.pow(10, power))));
        }
        body.append(String.format(
                Locale.ROOT,
                "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>%n",
                LEFT,
                top,
                WIDTH - RIGHT - LEFT,
                bottom - top));
        height += PANEL_HEIGHT;
        draw(curves, across, up);
    }

    private void draw(Map<String, List<Point>> curves, Axis across, Axis up) {
        Map<String, Integer> subjects = new java.util.HashMap<>();
        Map<String, Integer> variants = new java.util.HashMap<>();
        for (Map.Entry<String, List<Point>> curve : curves.entrySet()) {
            String[] names = curve.getKey().split(", ", 2);
            int colour = subjects.computeIfAbsent(names[0], name -> subjects.size());
            int dash = names.length == 1 ? 0 : variants.computeIfAbsent(names[1], name -> variants.size() + 1);
            String style = String.format(
                    "style=\"stroke: %s; stroke-dasharray: %s\"",
                    COLOURS.get(colour % COLOURS.size()),
                    DASHES.get(dash % DASHES.size()).isEmpty() ? "none" : DASHES.get(dash % DASHES.size()));
            StringBuilder points = new StringBuilder();
            for (Point point : curve.getValue()) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", across.place(point.x()), up.place(point.y())));
            }
            body.append(String.format(
                    "<polyline class=\"curve\" %s points=\"%s\"/>%n",
                    style, points.toString().trim()));
            double y = height + LEGEND_LINE / 2.0;
            body.append(String.format(
                    Locale.ROOT,
                    "<line class=\"curve\" %s x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n",
                    style,
                    LEFT,
                    y - 4,
                    LEFT + 40,
                    y - 4));
            text(LEFT + 50, y, "start", curve.getKey());
            height += LEGEND_LINE;
        }
    }

    /** The least and the most. */
    private static double[] values(Map<String, List<Point>> curves, boolean isAcross) {
        double[] all = curves.values().stream()
                .flatMap(List::stream)
                .mapToDouble(point -> isAcross ? point.x() : point.y())
                .sorted()
                .toArray();
        return all.length == 0 ? new double[] {1, 2} : new double[] {all[0], all[all.length - 1]};
    }

    private static String bytes(int power) {
        String unit = power >= 30 ? "G" : power >= 20 ? "M" : power >= 10 ? "K" : "";
        return (1L << power % 10 + (power >= 40 ? 10 : 0)) + unit;
    }

    private void line(double x1, double y1, double x2, double y2) {
        body.append(String.format(
                Locale.ROOT,
                "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                x1,
                y1,
                x2,
                y2));
    }

    private void text(double x, double y, String anchor, String what) {
        body.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, what));
    }

    String finish(String title) {
        int all = height + LEGEND_LINE;
        return String.format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\">%n"
                                + "<title>%3$s</title>%n",
                        WIDTH, all, title)
                + STYLE
                + String.format("<rect class=\"page\" width=\"%d\" height=\"%d\"/>%n", WIDTH, all)
                + body
                + "</svg>\n";
    }
}
