package iccl.backend.local.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Names for the parts of a group. All members of a part come to the same name without talking: it depends on the group's
 * name, the members, the tag, and how often that part was made before.
 *
 * <p>Threads: one at a time.
 */
final class PartNames {
    /** What all names in the directory for shared memory begin with, except the world's. */
    static final String PREFIX = "iccl-u-";

    private static final int HASH_BYTES = 16;

    private final String group;
    private final Map<String, Integer> made = new HashMap<>();

    PartNames(String group) {
        this.group = group;
    }

    String next(int[] members, int tag) {
        String part = Arrays.toString(members) + "/" + tag;
        int before = made.merge(part, 1, Integer::sum);
        return named((group + "/" + part + "/" + before).getBytes(StandardCharsets.UTF_8));
    }

    /** A name that stands for those bytes. */
    static String named(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return PREFIX + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
