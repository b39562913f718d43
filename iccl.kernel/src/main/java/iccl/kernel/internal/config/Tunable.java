package iccl.kernel.internal.config;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.Locale;

/** The kernel's tunables: the one place that names them. */
public enum Tunable {
    BACKEND("iccl.backend", Kind.NAME, "auto", "the backend of new communicators; auto: the best that fits"),
    PLATFORM(
            "iccl.platform",
            Kind.NAMES,
            "auto",
            "the platforms that the ranks of a machine get, in turn; auto: each rank a device while there are any"),
    ALGORITHM("iccl.algorithm", Kind.WISHES, "auto", "the algorithm; auto: the best for size, type and ranks"),
    TUNING(
            "iccl.tuning",
            Kind.FILE,
            "auto",
            "a table of the fastest algorithms, which icclrun bench --tune writes; the same file on every rank's machine"),
    DETERMINISTIC("iccl.deterministic", Kind.FLAG, "0", "1: reductions combine in rank order, whatever the algorithm"),
    EXPLAIN("iccl.explain", Kind.FLAG, "0", "1: rank 0 prints what each kind of operation got, and why"),
    CHECK(
            "iccl.check",
            Kind.FLAG,
            "0",
            "1: ranks compare their arguments before each collective; the same on all ranks; slow"),
    TIMEOUT("iccl.timeout", Kind.SECONDS, "300", "how long an operation may make no progress before it fails"),
    TIMEOUT_INIT("iccl.timeout.init", Kind.SECONDS, "120", "how long a new communicator waits for its members"),
    SCRATCH("iccl.scratch", Kind.BYTES, "64M", "temporary memory that a new communicator may keep between operations"),
    SEGMENT("iccl.segment", Kind.BYTES, "256K", "how much an algorithm of a new communicator sends at a time"),
    SHARED(
            "iccl.shared",
            Kind.BYTES_OR_NONE,
            "64M",
            "memory that the ranks of a machine share, at most, for a new communicator; 0: they send messages instead"),
    CHUNK(
            "iccl.chunk",
            Kind.BYTES,
            "1M",
            "how much of device memory goes through host memory at a time; a communicator's ranks take the smallest"),
    DIRECT(
            "iccl.direct",
            Kind.FLAG,
            "1",
            "0: device memory of a new communicator goes through host memory, even if the transport takes its addresses");

    private final String property;
    private final Kind kind;
    private final String standard;
    private final String description;

    Tunable(String property, Kind kind, String standard, String description) {
        this.property = property;
        this.kind = kind;
        this.standard = standard;
        this.description = description;
    }

    /** The property: {@code iccl.timeout.init}. */
    public String property() {
        return property;
    }

    /** The environment variable: {@code ICCL_TIMEOUT_INIT}. */
    public String variable() {
        return property.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    public String allowed() {
        return kind.allowed();
    }

    public String standard() {
        return standard;
    }

    public String description() {
        return description;
    }

    /**
     * The text as a number, see {@link Kind#parse}.
     *
     * @param source who set it, in words, for the error
     * @throws IcclException {@code INVALID_ARGUMENT} when the text is not allowed
     */
    long parse(String text, String source) {
        try {
            return kind.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    property + " = '" + text + "' (" + source + ") is not allowed; it takes " + kind.allowed(),
                    e);
        }
    }
}
