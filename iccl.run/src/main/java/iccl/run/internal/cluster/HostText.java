package iccl.run.internal.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One host as people write it: {@code [user@]host[:number]} or {@code ssh://[user@]host[:port]}. An IPv6 address stands in
 * brackets when a number follows.
 *
 * @param host IPv6 without brackets
 * @param user null when not given
 * @param port 0 when not given
 * @param slots 0 when not given
 */
record HostText(String host, @Nullable String user, int port, int slots) {
    /** More than anybody has; the sum of many such still fits. */
    static final int MOST_SLOTS = 1_000_000;

    static final int MOST_PORTS = 65_535;

    private static final String SCHEME = "ssh://";
    private static final Pattern NUMBERED = Pattern.compile("(\\[[^\\]]*\\]|[^:\\[\\]]*)(:(.*))?", Pattern.DOTALL);

    /** What a number behind the host means. */
    enum Suffix {
        SLOTS,
        PORT,
        /** There may be none. */
        NONE
    }

    /** Null after a mistake. */
    static @Nullable HostText parse(String text, Suffix meaning, Place place, Mistakes mistakes) {
        boolean isUri = text.startsWith(SCHEME);
        String rest = isUri ? text.substring(SCHEME.length()) : text;
        int at = rest.lastIndexOf('@');
        String user = at < 0 ? null : rest.substring(0, at);
        if (user != null && !HostName.isUser(user)) {
            mistakes.add(place, Scalars.quote(user) + " is no name of a user", "write user@host");
            return null;
        }
        String address = rest.substring(at + 1);
        if (!address.startsWith("[") && address.indexOf(':') != address.lastIndexOf(':')) {
            return of(address, user, null, meaning, place, mistakes);
        }
        Matcher parts = NUMBERED.matcher(address);
        if (!parts.matches()) {
            mistakes.add(place, Scalars.quote(text) + " is no host", "write [user@]host; an IPv6 address in brackets");
            return null;
        }
        String host = parts.group(1);
        boolean isBracketed = host.startsWith("[");
        if (isBracketed && !HostName.isIpv6(host)) {
            mistakes.add(
                    place,
                    Scalars.quote(host) + " is no IPv6 address",
                    host.matches(".*[-,].*") ? "ranges of hosts are understood from Slurm only; write each host" : "");
            return null;
        }
        return of(
                isBracketed ? host.substring(1, host.length() - 1) : host,
                user,
                parts.group(3),
                isUri ? Suffix.PORT : meaning,
                place,
                mistakes);
    }

    private static @Nullable HostText of(
            String host,
            @Nullable String user,
            @Nullable String number,
            Suffix meaning,
            Place place,
            Mistakes mistakes) {
        String problem = HostName.problem(host);
        if (problem != null) {
            mistakes.add(place, problem, "write a name or an address");
            return null;
        }
        if (number == null) {
            return new HostText(host, user, 0, 0);
        }
        switch (meaning) {
            case PORT -> {
                int port = number(number, MOST_PORTS, "port", place, mistakes);
                return port == 0 ? null : new HostText(host, user, port, 0);
            }
            case SLOTS -> {
                int slots = number(number, MOST_SLOTS, "number of slots", place, mistakes);
                return slots == 0 ? null : new HostText(host, user, 0, slots);
            }
            default -> {
                mistakes.add(
                        place,
                        "':" + number + "' does not belong to the host",
                        "write slots: " + number + " or port: " + number + " on a line of its own");
                return null;
            }
        }
    }

    /** From 1 on; 0 after a mistake. */
    static int number(String text, int most, String title, Place place, Mistakes mistakes) {
        if (text.matches("0*[1-9][0-9]{0,9}")) {
            long number = Long.parseLong(text);
            if (number <= most) {
                return (int) number;
            }
        }
        mistakes.add(place, Scalars.quote(text) + " is no " + title, "give a whole number from 1 to " + most);
        return 0;
    }
}
