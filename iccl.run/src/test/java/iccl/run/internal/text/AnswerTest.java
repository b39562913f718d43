package iccl.run.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AnswerTest {
    private static Answer shell(String script, Duration limit) throws IOException, InterruptedException {
        return Answer.of(List.of("/bin/sh", "-c", script), limit);
    }

    @Test
    void shouldTellBothStreamsAndTheStatus() throws Exception {
        Answer answer = shell("echo one; echo two >&2; cat; exit 3", Duration.ofSeconds(30));
        assertEquals(new Answer(3, "one\ntwo\n", false), answer);
    }

    @Test
    void shouldNotWaitForACommandThatHangs() throws Exception {
        assertTrue(shell("sleep 300", Duration.ofMillis(100)).isLate());
    }

    @Test
    void shouldNotWaitForAChildThatIsLeftBehind() throws Exception {
        Answer answer = shell("sleep 300 & echo $!", Duration.ofSeconds(30));
        ProcessHandle child =
                ProcessHandle.of(Long.parseLong(answer.text().strip())).orElseThrow();
        assertTrue(child.destroyForcibly(), "it was still there");
    }

    @Test
    void shouldLeaveNoFileWhileItWaits() throws Exception {
        String untilGone = "until readlink /proc/$$/fd/1 | grep -q deleted; do sleep 0.01; done; echo gone";
        assertEquals(new Answer(0, "gone\n", false), shell(untilGone, Duration.ofSeconds(30)));
    }

    @Test
    void shouldSayWhenThereIsNoSuchCommand() {
        assertThrows(IOException.class, () -> Answer.of(List.of("/no/such/command"), Duration.ofSeconds(1)));
    }
}
