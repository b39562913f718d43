package iccl.kernel.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Tunables;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Configuration configuration = new Configuration(properties::get, environment::get);

    @Test
    void shouldHaveStandardValues() {
        Settings settings = configuration.settings();
        assertEquals(Settings.AUTO, settings.backend());
        assertEquals(300_000_000_000L, settings.timeoutNs());
        assertEquals(64L << 20, settings.scratchBytes());
        assertFalse(settings.deterministic());
    }

    @Test
    void shouldPreferConfigurationToPropertyToEnvironment() {
        environment.put("ICCL_SCRATCH", "1K");
        environment.put("ICCL_SEGMENT", "1k");
        environment.put("ICCL_DETERMINISTIC", "1");
        properties.put("iccl.scratch", "2K");
        properties.put("iccl.segment", "2K");
        configuration.update(Map.of("iccl.segment", "3K", "component.name", "x"));
        Settings settings = configuration.settings();
        assertEquals(3 << 10, settings.segmentBytes());
        assertEquals(2 << 10, settings.scratchBytes());
        assertTrue(settings.deterministic());
    }

    @Test
    void shouldChangeWhileItRuns() {
        assertEquals(0, configuration.settings().explain() ? 1 : 0);
        configuration.update(Map.of("iccl.explain", true, "iccl.timeout", 2));
        assertTrue(configuration.settings().explain());
        assertEquals(2_000_000_000L, configuration.settings().timeoutNs());
        configuration.update(Map.of("iccl.timeout", "soon"));
        assertEquals(2_000_000_000L, configuration.settings().timeoutNs(), "what was valid stays");
        configuration.update(Map.of());
        assertFalse(configuration.settings().explain());
    }

    /** What is set while another thread reads for the first time. */
    @Test
    @Timeout(60)
    void shouldNotForgetWhatIsSetMeanwhile() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        Configuration slow = new Configuration(
                name -> {
                    reads.countDown();
                    await(mayRead);
                    return null;
                },
                environment::get);
        Thread reader = new Thread(slow::settings);
        reader.start();
        reads.await();
        Thread setter = new Thread(() -> slow.update(Map.of("iccl.timeout", "2")));
        setter.start();
        setter.join(200);
        mayRead.countDown();
        reader.join();
        setter.join();
        assertEquals(2_000_000_000L, slow.settings().timeoutNs());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ICCL_TIMEOUT, soon, seconds",
        "ICCL_TIMEOUT, -1, seconds",
        "ICCL_TIMEOUT, 1e30, seconds",
        "ICCL_TIMEOUT, 0.0000000001, seconds",
        "ICCL_TIMEOUT_INIT, 1s, seconds",
        "ICCL_SCRATCH, 15, bytes",
        "ICCL_SCRATCH, 9999999999999G, bytes",
        "ICCL_SCRATCH, 64MB, bytes",
        "ICCL_DETERMINISTIC, 2, 0 or 1",
        "ICCL_BACKEND, a b, a name",
        "ICCL_ALGORITHM, ring!, OPERATION:ALGORITHM",
    })
    void shouldNameAWrongValueAndWhatIsAllowed(String variable, String value, String allowed) {
        environment.put(variable, value);
        IcclException e = assertThrows(IcclException.class, configuration::settings);
        assertEquals(ResultCode.INVALID_ARGUMENT, e.code());
        for (String part : new String[] {variable, "'" + value + "'", allowed}) {
            assertTrue(String.valueOf(e.getMessage()).contains(part), () -> "no " + part + " in " + e.getMessage());
        }
    }

    @Test
    void shouldListAllWithTheirSources() {
        environment.put("ICCL_TIMEOUT_INIT", "7.5");
        Tunables.Entry entry = configuration.list().stream()
                .filter(each -> each.name().equals("iccl.timeout.init"))
                .findFirst()
                .orElseThrow();
        assertEquals("ICCL_TIMEOUT_INIT", entry.variable());
        assertEquals("120", entry.standard());
        assertEquals("7.5", entry.current());
        assertTrue(entry.source().contains("environment"));
        assertEquals(Tunable.values().length, configuration.list().size());
        assertEquals(7_500_000_000L, configuration.settings().initTimeoutNs());
    }
}
