package iccl.kernel.internal.select;

/** What the ranks have besides messages to do an operation with; the same on every rank that takes part. */
public enum Means {
    MESSAGES,
    /** The transport's own collective. */
    NATIVE,
    /** Memory that all of them map; for a message, that the two map. */
    SHARED,
    NATIVE_AND_SHARED,
    /** Memory that those of each machine map, and several machines. */
    HIERARCHY,
    NATIVE_AND_HIERARCHY;

    public static Means of(boolean isNative, boolean isShared) {
        if (isShared) {
            return isNative ? NATIVE_AND_SHARED : SHARED;
        }
        return isNative ? NATIVE : MESSAGES;
    }

    /** For ranks on several machines, some of which share memory. */
    public static Means ofHierarchy(boolean isNative) {
        return isNative ? NATIVE_AND_HIERARCHY : HIERARCHY;
    }

    boolean hasNative() {
        return this == NATIVE || this == NATIVE_AND_SHARED || this == NATIVE_AND_HIERARCHY;
    }

    boolean hasShared() {
        return this == SHARED || this == NATIVE_AND_SHARED;
    }

    boolean hasHierarchy() {
        return this == HIERARCHY || this == NATIVE_AND_HIERARCHY;
    }
}
