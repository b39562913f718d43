package iccl.kernel.internal.communicator;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.Stream;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.group.Group;
import iccl.kernel.internal.group.GroupMember;
import iccl.kernel.internal.group.PlannedCall;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.Waiter;
import iccl.kernel.internal.stream.Streams;
import iccl.kernel.internal.stream.WorkerStream;
import iccl.kernel.port.CollectiveCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to an operation that the program calls: its arguments are checked, then it runs on the calling thread, or it is kept
 * for the end of the thread's group, or given to a stream.
 *
 * <p>Threads: as the program calls the communicator.
 */
final class Intake implements GroupMember {
    private final Blueprint.Shared shared;
    private final Life life;
    private final Issuer issuer;
    private final ArgumentCheck check;
    private final Explainer explainer;
    private final Arguments.Spare spare = new Arguments.Spare();

    Intake(Blueprint.Shared shared, Life life, Issuer issuer, ArgumentCheck check, Explainer explainer) {
        this.shared = shared;
        this.life = life;
        this.issuer = issuer;
        this.check = check;
        this.explainer = explainer;
    }

    /** To be filled and {@link #submit submitted}. */
    Arguments arguments() {
        return spare.take();
    }

    /** Takes the arguments back, too. */
    void submit(Arguments arguments, @Nullable Stream stream) {
        Group group = shared.groups().current();
        try {
            ensureUsable(arguments.operation());
            WorkerStream worker = Streams.of(stream);
            if (group != null) {
                PlannedCall planned = group.next();
                if (isToRun(arguments, planned.call(), true)) {
                    planned.by(this, arguments.send(), arguments.recv(), worker);
                    group.add();
                }
            } else if (worker != null) {
                PlannedCall planned = new PlannedCall();
                if (isToRun(arguments, planned.call(), false)) {
                    worker.enqueue(List.of(issue(planned.by(this, arguments.send(), arguments.recv(), worker))));
                }
            } else if (isToRun(arguments, arguments.call(), false)) {
                run(arguments);
            }
        } catch (IcclException e) {
            if (group != null) {
                group.spoil(e);
            }
            throw e;
        } finally {
            spare.give(arguments);
        }
    }

    /**
     * Checks the arguments.
     *
     * @param call becomes the checked call
     * @return whether there is anything to do
     */
    private boolean isToRun(Arguments arguments, CollectiveCall call, boolean inGroup) {
        check.check(arguments, call);
        check.checkSelf(call, inGroup);
        return !ArgumentCheck.movesNothing(call, shared.settings().get().check());
    }

    private void run(Arguments arguments) {
        Settings settings = shared.settings().get();
        CollectiveCall call = arguments.call();
        explain(call, settings);
        issuer.run(call, Spaces.of(call, arguments.send(), arguments.recv()), settings);
    }

    @Override
    public Task issue(PlannedCall planned) {
        Settings settings = shared.settings().get();
        explain(planned.call(), settings);
        return issuer.issue(planned, settings);
    }

    @Override
    public boolean runNow(List<PlannedCall> planned, int count) {
        Settings settings = shared.settings().get();
        return !settings.explain() && issuer.runNow(planned, count, settings);
    }

    private void explain(CollectiveCall call, Settings settings) {
        if (settings.explain()) {
            explainer.print(call, settings);
        }
    }

    @Override
    public Waiter waiter() {
        return issuer.waiter();
    }

    @Override
    public void ensureUsable(Operation operation) {
        life.ensureUsable(operation);
    }
}
