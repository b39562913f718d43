package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.api.Stream;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.group.Group;
import iccl.kernel.internal.group.GroupMember;
import iccl.kernel.internal.group.PlannedCall;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.memory.ScratchPool;
import iccl.kernel.internal.progress.Backoff;
import iccl.kernel.internal.progress.Driver;
import iccl.kernel.internal.progress.Failures;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.Waiter;
import iccl.kernel.internal.stream.Streams;
import iccl.kernel.internal.stream.WorkerStream;
import iccl.kernel.port.CollectiveCall;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One rank's communicator: checks arguments at the edge, then runs operations here, in a group or on a stream. */
public final class RankCommunicator implements Communicator, GroupMember {
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(800);

    private final Blueprint blueprint;
    private final Neighbourhood neighbourhood;
    private final ScratchPool scratch;
    private final Chooser chooser;
    private final Driver driver;
    private final Waiter waiter;
    private final Issuer issuer;
    private final ArgumentCheck check;
    private final Splitter splitter;
    private final Explainer explainer;
    private final AtomicBoolean closed = new AtomicBoolean();

    public RankCommunicator(Blueprint blueprint) {
        this.blueprint = blueprint;
        Settings settings = blueprint.shared().settings().get();
        String label = blueprint.label();
        neighbourhood = Neighbourhood.of(blueprint.endpoint());
        scratch = new ScratchPool(blueprint.memory().host(), settings.scratchBytes());
        chooser = new Chooser(blueprint.endpoint(), neighbourhood);
        Workbench bench =
                new Workbench(blueprint.endpoint(), blueprint.memory().host(), scratch, settings.segmentBytes());
        driver = new Driver(blueprint.endpoint(), new MachinePool(bench), label);
        waiter = new Waiter(new Backoff(neighbourhood.isCrowded()));
        issuer = new Issuer(driver, chooser, waiter);
        check = new ArgumentCheck(label, neighbourhood.rank(), neighbourhood.size());
        splitter = new Splitter(blueprint, driver, issuer);
        explainer = new Explainer(blueprint, neighbourhood, chooser);
    }

    @Override
    public int rank() {
        return neighbourhood.rank();
    }

    @Override
    public int size() {
        return neighbourhood.size();
    }

    @Override
    public int localRank() {
        return neighbourhood.localRank();
    }

    @Override
    public int localSize() {
        return neighbourhood.localSize();
    }

    @Override
    public String backend() {
        return blueprint.backend();
    }

    @Override
    public String platform() {
        return blueprint.memory().platformName();
    }

    /** The memory that this communicator works with. */
    public HostMemory memory() {
        return blueprint.memory();
    }

    @Override
    public void allReduce(
            Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream) {
        submit(new Arguments(Operation.ALL_REDUCE, send, recv, count, type, op, 0), stream);
    }

    @Override
    public void reduce(
            Buffer send,
            @Nullable Buffer recv,
            long count,
            Datatype type,
            ReductionOp op,
            int root,
            @Nullable Stream stream) {
        submit(new Arguments(Operation.REDUCE, send, recv, count, type, op, root), stream);
    }

    @Override
    public void broadcast(
            @Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        submit(new Arguments(Operation.BROADCAST, send, recv, count, type, null, root), stream);
    }

    @Override
    public void allGather(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream) {
        submit(new Arguments(Operation.ALL_GATHER, send, recv, count, type, null, 0), stream);
    }

    @Override
    public void gather(
            Buffer send, @Nullable Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        submit(new Arguments(Operation.GATHER, send, recv, count, type, null, root), stream);
    }

    @Override
    public void scatter(
            @Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        submit(new Arguments(Operation.SCATTER, send, recv, count, type, null, root), stream);
    }

    @Override
    public void reduceScatter(
            Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream) {
        submit(new Arguments(Operation.REDUCE_SCATTER, send, recv, count, type, op, 0), stream);
    }

    @Override
    public void allToAll(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream) {
        submit(new Arguments(Operation.ALL_TO_ALL, send, recv, count, type, null, 0), stream);
    }

    @Override
    public void send(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream) {
        submit(new Arguments(Operation.SEND, buffer, null, count, type, null, peer), stream);
    }

    @Override
    public void recv(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream) {
        submit(new Arguments(Operation.RECV, null, buffer, count, type, null, peer), stream);
    }

    @Override
    public void barrier(@Nullable Stream stream) {
        submit(new Arguments(Operation.BARRIER, null, null, 0, Datatype.UINT8, null, 0), stream);
    }

    private void submit(Arguments arguments, @Nullable Stream stream) {
        Group group = blueprint.shared().groups().current();
        try {
            ensureUsable(arguments.operation());
            CollectiveCall call = check.check(arguments);
            check.checkSelf(call, group != null);
            WorkerStream worker = Streams.of(stream);
            if (call.count() == 0 && call.operation() != Operation.BARRIER) {
                return;
            }
            submit(new PlannedCall(this, call, arguments.send(), arguments.recv(), worker), group);
        } catch (IcclException e) {
            if (group != null) {
                group.spoil(e);
            }
            throw e;
        }
    }

    private void submit(PlannedCall planned, @Nullable Group group) {
        WorkerStream stream = planned.stream();
        if (group != null) {
            group.add(planned);
        } else if (stream != null) {
            stream.enqueue(List.of(issue(planned)));
        } else {
            issuer.run(planned, settingsFor(planned.call()));
        }
    }

    @Override
    public Task issue(PlannedCall planned) {
        return issuer.issue(planned, settingsFor(planned.call()));
    }

    private Settings settingsFor(CollectiveCall call) {
        Settings settings = blueprint.shared().settings().get();
        if (settings.explain()) {
            explainer.print(call, settings);
        }
        return settings;
    }

    @Override
    public Waiter waiter() {
        return waiter;
    }

    @Override
    public void ensureUsable(Operation operation) {
        IcclException failure = driver.failure();
        if (failure != null) {
            throw Failures.because(failure, operation, driver.communicator());
        }
        if (closed.get()) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    operation,
                    rank(),
                    operation.title() + " on " + driver.communicator() + ": the communicator is closed",
                    null);
        }
    }

    @Override
    public @Nullable Communicator split(int color, int key) {
        blueprint.shared().groups().ensureNone("split");
        ensureUsable(Operation.ALL_GATHER);
        return splitter.split(color, key);
    }

    @Override
    public @Nullable IcclException asyncError() {
        return issuer.asyncError();
    }

    @Override
    public String explain(Operation operation, long count, Datatype type, @Nullable ReductionOp op) {
        return explainer.explain(
                check.checkKind(operation, count, type, op),
                blueprint.shared().settings().get());
    }

    @Override
    public void abort() {
        fail(new IcclException(ResultCode.INVALID_USAGE, "it was aborted here; make a new communicator"));
    }

    @Override
    public void close() {
        blueprint.shared().groups().ensureNone("close");
        if (closed.compareAndSet(false, true)) {
            issuer.awaitAll();
            release(new IcclException(ResultCode.INVALID_USAGE, "the communicator is closed"));
        }
    }

    /** Waits for what was issued; the communicator stays. */
    public void awaitIssued() {
        issuer.awaitAll();
    }

    /** Fails what runs and what comes, with that reason; peers are told. */
    public void fail(IcclException why) {
        driver.fail(why, PATIENCE_NS);
    }

    /** What it stands on goes away: fails, and gives back at once what it holds. */
    public void lose(IcclException why) {
        fail(why);
        release(why);
    }

    private void release(IcclException why) {
        driver.close(why, PATIENCE_NS, scratch::close);
        blueprint.shared().registry().closed(this);
    }

    @Override
    public String toString() {
        return driver.communicator();
    }
}
