package iccl.examples.internal.suite;

import picocli.CommandLine.Option;

/** Which memory. */
public final class BufferOption {
    @Option(
            names = "--buffer",
            paramLabel = "KIND",
            converter = Converters.Kind.class,
            description =
                    "'device': of the rank's device, of the host where it has none (default). 'memalloc' or 'alloc': of the "
                            + "host. 'direct' or 'wrap': direct ByteBuffers of the program's own.")
    private Memory.Kind kind = Memory.Kind.DEVICE;

    public Memory.Kind kind() {
        return kind;
    }
}
