package iccl.itest.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a {@link Bed} as a parameter. Classes that ask for the same share one. A test that harms the bed
 * must mend it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BedExtension.class)
@interface OnCluster {
    int nodes() default 4;

    /** As {@code testbed} takes them, {@code node2.user=alice} for example. */
    String[] settings() default {
        "node2.user=alice",
        "node2.slow=yes",
        "node3.java=no",
        "node3.loopback=yes",
        "node3.noisy=yes",
        "node4.port=2222"
    };
}
