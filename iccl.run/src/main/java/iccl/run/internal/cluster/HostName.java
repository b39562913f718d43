package iccl.run.internal.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which names and addresses of hosts, and which names of users, make sense. Nobody is asked over the network. */
final class HostName {
    // ssh would take a leading dash for an option of its own.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?");
    private static final Pattern USER = Pattern.compile("[\\p{L}\\p{N}_.][\\p{L}\\p{N}_.@\\\\+$-]*");
    private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final int NAME_LENGTH = 253;
    private static final int OCTETS = 4;
    private static final int OCTET_END = 256;

    private HostName() {}

    static boolean isIpv6(String host) {
        return host.indexOf(':') >= 0;
    }

    /** What is wrong with a host's name or address (IPv6 without brackets); null when nothing is. */
    static @Nullable String problem(String host) {
        if (host.isEmpty()) {
            return "the name of the host is missing";
        }
        if (isIpv6(host)) {
            return isIpv6Address(host) ? null : Scalars.quote(host) + " is no IPv6 address";
        }
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String[] labels = name.split("\\.", -1);
        for (String label : labels) {
            if (!NAME.matcher(label).matches()) {
                return Scalars.quote(host) + " is no name of a host";
            }
        }
        if (name.length() > NAME_LENGTH) {
            return Scalars.quote(host) + " is too long for the name of a host";
        }
        boolean isNumeric = DIGITS.matcher(labels[labels.length - 1]).matches() && labels.length > 1;
        return isNumeric && !isIpv4Address(labels) ? Scalars.quote(host) + " is no IPv4 address" : null;
    }

    private static boolean isIpv4Address(String[] labels) {
        for (String label : labels) {
            if (!DIGITS.matcher(label).matches() || label.length() > 3 || Integer.parseInt(label) >= OCTET_END) {
                return false;
            }
        }
        return labels.length == OCTETS;
    }

    private static boolean isIpv6Address(String host) {
        int percent = host.indexOf('%');
        if (percent >= 0 && !ZONE.matcher(host.substring(percent + 1)).matches()) {
            return false;
        }
        try {
            // In brackets it is taken for an address and never looked up.
            InetAddress.getByName("[" + (percent < 0 ? host : host.substring(0, percent)) + "]");
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    static boolean isUser(String user) {
        return USER.matcher(user).matches();
    }
}
