package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.platform.cpu.internal.jni.CpuNative;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which instructions the reductions use; the results are the same. */
public enum Isa {
    /** What every processor of the architecture has: SSE2 or NEON. */
    SCALAR,
    AVX2,
    AVX512;

    /** The property that forces one; {@code auto} takes the best that the processor has. */
    public static final String PROPERTY = "iccl.cpu.isa";
    /** The environment variable that does the same; the property goes first. */
    public static final String VARIABLE = "ICCL_CPU_ISA";

    /** The name users write: {@code avx2}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether this processor has it. */
    public boolean isSupported() {
        return CpuNative.supports(KernelCodes.of(this));
    }

    /** The best that this processor has. */
    public static Isa best() {
        return AVX512.isSupported() ? AVX512 : AVX2.isSupported() ? AVX2 : SCALAR;
    }

    /**
     * The one that the property or the variable asks for, else the best.
     *
     * @throws IcclException {@code INVALID_ARGUMENT} when it does not exist, {@code NOT_SUPPORTED} when the processor lacks
     *     it
     */
    public static Isa configured() {
        String property = System.getProperty(PROPERTY);
        return property == null || property.isBlank()
                ? parse(System.getenv(VARIABLE), VARIABLE)
                : parse(property, PROPERTY);
    }

    static Isa parse(@Nullable String text, String source) {
        String label = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
        if (label.isEmpty() || label.equals("auto")) {
            return best();
        }
        Isa chosen = Arrays.stream(values())
                .filter(isa -> isa.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IcclException(
                        ResultCode.INVALID_ARGUMENT, source + "=" + text + " is not allowed; it takes " + allowed()));
        if (!chosen.isSupported()) {
            throw new IcclException(
                    ResultCode.NOT_SUPPORTED,
                    source + "=" + text + ", but this processor has no such instructions; it takes auto, "
                            + labels(true));
        }
        return chosen;
    }

    /** What {@link #configured} takes, in words. */
    static String allowed() {
        return "auto, " + labels(false);
    }

    private static String labels(boolean onlySupported) {
        return Arrays.stream(values())
                .filter(isa -> !onlySupported || isa.isSupported())
                .map(Isa::label)
                .collect(Collectors.joining(", "));
    }
}
