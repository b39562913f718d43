package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Verdict;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IsaTest {
    @BeforeEach
    void load() {
        assertEquals("cpu", new CpuPlatform().name());
    }

    @AfterEach
    void clear() {
        System.clearProperty(Isa.PROPERTY);
    }

    @Test
    void shouldTakeTheBestUnlessToldOtherwise() {
        assertTrue(Isa.best().isSupported());
        assertEquals(Isa.best(), Isa.parse(null, Isa.VARIABLE));
        assertEquals(Isa.best(), Isa.parse(" Auto ", Isa.VARIABLE));
        assertEquals(Isa.SCALAR, Isa.parse("scalar", Isa.VARIABLE));
    }

    @Test
    void shouldNameWhatIsWrongAndWhatIsAllowed() {
        IcclException failure = assertThrows(IcclException.class, () -> Isa.parse("mmx", Isa.VARIABLE));
        assertEquals(ResultCode.INVALID_ARGUMENT, failure.code());
        assertEquals("ICCL_CPU_ISA=mmx is not allowed; it takes auto, scalar, avx2, avx512", failure.getMessage());
    }

    @Test
    void shouldRefuseWhatTheProcessorLacks() {
        for (Isa isa : Isa.values()) {
            if (!isa.isSupported()) {
                IcclException failure = assertThrows(IcclException.class, () -> Isa.parse(isa.label(), Isa.PROPERTY));
                assertEquals(ResultCode.NOT_SUPPORTED, failure.code());
            } else {
                assertEquals(isa, Isa.parse(isa.label(), Isa.PROPERTY));
            }
        }
    }

    @Test
    void shouldFindThePlatformAvailable() {
        System.setProperty(Isa.PROPERTY, "scalar");
        Verdict verdict = CpuProbe.probe();
        assertEquals(Verdict.Status.AVAILABLE, verdict.status());
        assertTrue(verdict.version().endsWith("scalar"), verdict.version());
        assertFalse(verdict.reason().isBlank());
    }

    @Test
    void shouldSayWhyThePlatformIsUnavailable() {
        System.setProperty(Isa.PROPERTY, "mmx");
        Verdict verdict = CpuProbe.probe();
        assertEquals(Verdict.Status.UNAVAILABLE, verdict.status());
        assertTrue(verdict.reason().contains("iccl.cpu.isa=mmx"), verdict.reason());
        assertTrue(verdict.remedy().contains("ICCL_CPU_ISA"), verdict.remedy());
    }
}
