package iccl.platform.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void shouldTryAllAndThrowTheFirst() {
        Failures failures = new Failures();
        List<IcclException> thrown = new ArrayList<>();
        for (String queue : List.of("a", "b", "c")) {
            failures.attempt(() -> {
                IcclException broken = new IcclException(ResultCode.UNHANDLED_ERROR, queue);
                thrown.add(broken);
                throw broken;
            });
        }
        assertEquals(3, thrown.size());
        IcclException reported = assertThrows(IcclException.class, failures::check);
        assertSame(thrown.get(0), reported);
        assertArrayEquals(thrown.subList(1, 3).toArray(), reported.getSuppressed());
    }

    @Test
    void shouldPassWhatWentWell() {
        Failures failures = new Failures();
        failures.attempt(() -> {});
        failures.check();
    }
}
