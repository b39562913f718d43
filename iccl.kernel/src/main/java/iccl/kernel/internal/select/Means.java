package iccl.kernel.internal.select;

/** What the ranks have besides messages to do a collective with; the same on every rank. */
public enum Means {
    MESSAGES,
    /** The transport's own collective. */
    NATIVE,
    /** Memory that all of them map. */
    SHARED,
    NATIVE_AND_SHARED;

    public static Means of(boolean isNative, boolean isShared) {
        if (isShared) {
            return isNative ? NATIVE_AND_SHARED : SHARED;
        }
        return isNative ? NATIVE : MESSAGES;
    }

    boolean hasNative() {
        return this == NATIVE || this == NATIVE_AND_SHARED;
    }

    boolean hasShared() {
        return this == SHARED || this == NATIVE_AND_SHARED;
    }
}
