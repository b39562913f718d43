package iccl.examples.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.examples.internal.OneRank;
import iccl.examples.internal.suite.Case;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BaselinesTest {
    private static final Measured MEASURED = new Measured("all_reduce", Operation.ALL_REDUCE, trial -> {});
    private static final Case ASKED = new Case(5, true, Datatype.FLOAT32, ReductionOp.MAX, Case.NO_ROOT);

    private final List<String> asked = new ArrayList<>();

    private Baselines baselines(String ready, String time) {
        Iccl iccl = OneRank.iccl();
        Ranks ranks = new Ranks(iccl, iccl.world());
        return new Baselines(List.of("them"), ranks, (name, words) -> {
            asked.add(name + ": " + words);
            return words.equals("round") ? time : ready;
        });
    }

    private void prepare(Baselines baselines, String... options) {
        baselines.prepare(MEASURED, ASKED, BenchOptions.parse(List.of(options), List.of(MEASURED), 1));
    }

    @Test
    void shouldAskForTheSameAsItsOwn() {
        Baselines them = baselines("@ready 20000.5", "@time 1.25");
        prepare(them, "-n", "7", "-w", "3");
        assertEquals(1.25, them.round(0));
        assertEquals(List.of("them: prepare all_reduce float32 max 0 5 1 7 3 1", "them: round"), asked);
    }

    @Test
    void shouldNotMeasureWhatTheyCannot() {
        Baselines them = baselines("@none MPI has no such type", "@time 1.25");
        prepare(them);
        assertTrue(Double.isNaN(them.round(0)));
        assertEquals(1, asked.size());
    }

    @Test
    void shouldFailWithTheReason() {
        Baselines them = baselines("@failed its result is wrong", "@time 1.25");
        IcclException failure = assertThrows(IcclException.class, () -> prepare(them));
        assertTrue(String.valueOf(failure.getMessage()).contains("its result is wrong"), failure::getMessage);
    }
}
