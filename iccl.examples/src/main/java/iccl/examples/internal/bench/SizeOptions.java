package iccl.examples.internal.bench;

import iccl.examples.internal.suite.Converters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which sizes. */
final class SizeOptions {
    @Option(
            names = {"-b", "--minbytes"},
            paramLabel = "BYTES",
            converter = Converters.Count.class,
            description = "The smallest size; K, M and G mean 1024 and its powers. Default: 64.")
    private long minBytes = 64;

    @Option(
            names = {"-e", "--maxbytes"},
            paramLabel = "BYTES",
            converter = Converters.Count.class,
            description = "The largest size. Default: 64M.")
    private long maxBytes = 64 << 20;

    @Option(
            names = {"-f", "--stepfactor"},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description = "Each size is so many times the one before. Default: 4.")
    private int stepFactor = 4;

    @Option(
            names = {"-i", "--stepbytes"},
            paramLabel = "BYTES",
            converter = Converters.Count.class,
            description = "Each size is so much more than the one before; takes the place of --stepfactor.")
    private long stepBytes;

    /** What is wrong with them, or null. */
    @Nullable
    String mistake() {
        if (minBytes > maxBytes) {
            return "--minbytes " + minBytes + " is more than --maxbytes " + maxBytes;
        }
        if (stepFactor < 2 && stepBytes == 0) {
            return "--stepfactor " + stepFactor + " would never reach --maxbytes; it must be 2 or more";
        }
        return null;
    }

    /** In bytes, ascending. */
    List<Long> sizes() {
        List<Long> sizes = new ArrayList<>();
        for (long size = minBytes; size <= maxBytes; size = stepBytes > 0 ? size + stepBytes : larger(size)) {
            sizes.add(size);
        }
        return sizes;
    }

    private long larger(long size) {
        // The largest allowed size times the largest allowed factor would not fit.
        return size > maxBytes / stepFactor ? maxBytes + 1 : Math.max(1, size * stepFactor);
    }
}
