package iccl.api;

import java.util.Locale;

/** The element types of a collective. All are little- or big-endian as the host is; a communicator never mixes both. */
public enum Datatype {
    INT8(1, Kind.SIGNED),
    UINT8(1, Kind.UNSIGNED),
    INT16(2, Kind.SIGNED),
    UINT16(2, Kind.UNSIGNED),
    INT32(4, Kind.SIGNED),
    UINT32(4, Kind.UNSIGNED),
    INT64(8, Kind.SIGNED),
    UINT64(8, Kind.UNSIGNED),
    /** IEEE 754 binary16. */
    FLOAT16(2, Kind.FLOATING),
    /** The upper half of a binary32. */
    BFLOAT16(2, Kind.FLOATING),
    FLOAT32(4, Kind.FLOATING),
    FLOAT64(8, Kind.FLOATING);

    /** How the bits of an element are read. */
    public enum Kind {
        SIGNED,
        UNSIGNED,
        FLOATING
    }

    private final int bytes;
    private final Kind kind;

    Datatype(int bytes, Kind kind) {
        this.bytes = bytes;
        this.kind = kind;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isFloating() {
        return kind == Kind.FLOATING;
    }

    /** The name users write: {@code float32}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The datatype of that {@link #label()}; upper case is accepted.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} when there is none
     */
    public static Datatype of(String label) {
        return Labels.find(values(), Datatype::label, "datatype", label);
    }
}
