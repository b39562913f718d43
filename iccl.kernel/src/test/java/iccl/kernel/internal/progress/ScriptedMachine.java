package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A machine that does in each step what a test has told it. */
final class ScriptedMachine implements Machine {
    /** What happens in a step; the result is how much was done. */
    interface Act {
        int step();
    }

    final List<Long> times = new ArrayList<>();

    @Nullable
    Throwable thrownByStart;

    @Nullable
    Error thrownByFail;

    boolean failsInStep;
    int starts;
    int steps;

    private final Act act;
    private boolean finished;
    private @Nullable IcclException failure;

    private ScriptedMachine(Act act) {
        this.act = act;
    }

    /** Ends well in that step, counted from 1, and works in each. */
    static ScriptedMachine endingIn(int step) {
        ScriptedMachine[] self = new ScriptedMachine[1];
        self[0] = new ScriptedMachine(() -> {
            self[0].finished = self[0].steps == step;
            return 1;
        });
        return self[0];
    }

    /** Never has anything to do. */
    static ScriptedMachine waiting() {
        return acting(() -> 0);
    }

    /** Does that in its steps, and ends only by what others do. */
    static ScriptedMachine acting(Act act) {
        return new ScriptedMachine(act);
    }

    /** Becomes failed in its first step. */
    static ScriptedMachine failing(IcclException why) {
        ScriptedMachine[] self = new ScriptedMachine[1];
        self[0] = new ScriptedMachine(() -> {
            self[0].fail(why);
            return 1;
        });
        return self[0];
    }

    /** Ends well in its first step, and throws in the same. */
    static ScriptedMachine endingAndThrowing(RuntimeException thrown) {
        ScriptedMachine[] self = new ScriptedMachine[1];
        self[0] = new ScriptedMachine(() -> {
            self[0].finished = true;
            throw thrown;
        });
        return self[0];
    }

    @Override
    public void start(CollectiveCall call, int tag, long nowNs) {
        starts++;
        finished = false;
        times.add(nowNs);
        sneak(thrownByStart);
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // what is thrown has any type
    private static void sneak(@Nullable Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }

    @Override
    public int step(long nowNs) {
        steps++;
        times.add(nowNs);
        return act.step();
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public @Nullable IcclException failure() {
        return failure;
    }

    @Override
    public void fail(IcclException why) {
        sneak(thrownByFail);
        finished = true;
        failure = why;
    }

    @Override
    public String describe() {
        return "scripted, after " + steps + " steps";
    }

    @Override
    public boolean failedInStep() {
        return failsInStep;
    }
}
