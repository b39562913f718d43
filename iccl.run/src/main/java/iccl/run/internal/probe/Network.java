package iccl.run.internal.probe;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * An IP address and the length of its network's prefix. Addresses are compared as numbers: as texts, 10.0.0.1 would be the
 * beginning of 10.0.0.12.
 *
 * @param address without a zone
 * @param prefixLength in bits
 */
public record Network(InetAddress address, int prefixLength) {
    private static final Pattern LITERAL =
            Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    static boolean isNetwork(String text) {
        int slash = text.indexOf('/');
        return slash > 0
                && text.substring(slash + 1).matches("[0-9]{1,3}")
                && LITERAL.matcher(text.substring(0, slash)).matches();
    }

    /** @param text such as {@code 10.0.0.12/24} */
    static Network parse(String text) {
        int slash = text.indexOf('/');
        return new Network(literal(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    private static InetAddress literal(String text) {
        try {
            // A literal is not looked up.
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    public boolean hasAddress(String text) {
        String withoutZone = text.replaceFirst("%.*", "");
        return LITERAL.matcher(withoutZone).matches() && literal(withoutZone).equals(address);
    }

    /** Whether both are the same network. */
    public boolean isSameNetwork(Network other) {
        return prefixLength == other.prefixLength && Arrays.equals(base(), other.base());
    }

    /** Whether an address, given as a literal, is in this network. */
    public boolean contains(String literal) {
        return LITERAL.matcher(literal).matches() && isSameNetwork(new Network(literal(literal), prefixLength));
    }

    public boolean isIpv4() {
        return address.getAddress().length == 4;
    }

    /** The network as configuration files have it: {@code 10.0.0.0/24}. */
    public String asText() {
        try {
            return InetAddress.getByAddress(base()).getHostAddress() + "/" + prefixLength;
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] base() {
        byte[] bytes = address.getAddress();
        for (int bit = prefixLength; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return bytes;
    }
}
