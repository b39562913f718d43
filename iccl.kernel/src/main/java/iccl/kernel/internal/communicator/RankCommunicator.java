package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.api.Stream;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.internal.memory.ScratchPool;
import iccl.kernel.internal.progress.Backoff;
import iccl.kernel.internal.progress.BoundedWait;
import iccl.kernel.internal.progress.Driver;
import iccl.kernel.internal.progress.Waiter;
import iccl.kernel.port.Endpoint;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One rank's communicator. Operations go through its {@link Intake}; the rest is who it is, and how it begins and ends. */
public final class RankCommunicator implements Communicator {
    /** A copy on a device takes less, unless the device is stuck. */
    private static final long COPY_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final Blueprint blueprint;
    private final String backendName;
    private final Neighbourhood neighbourhood;
    private final Driver driver;
    private final Life life;
    private final Issuer issuer;
    private final ArgumentCheck check;
    private final Splitter splitter;
    private final Explainer explainer;
    private final Staging staging;
    private final Sharing sharing;
    private final Intake intake;

    public RankCommunicator(Blueprint blueprint) {
        this.blueprint = blueprint;
        backendName = blueprint.backend().name();
        Settings settings = blueprint.shared().settings().get();
        String label = blueprint.label();
        neighbourhood = Neighbourhood.of(blueprint.endpoint());
        ScratchPool scratch = new ScratchPool(blueprint.memory().host(), settings.scratchBytes());
        staging = new Staging(
                blueprint.shared().devices().apply(neighbourhood.localRank()),
                blueprint,
                scratch,
                settings,
                new BoundedWait(new Backoff(neighbourhood.isCrowded(), false), COPY_LIMIT_NS, this::failure));
        sharing = new Sharing(blueprint, neighbourhood, settings);
        Chooser chooser = new Chooser(blueprint.endpoint(), neighbourhood, staging, sharing);
        Workbench bench = new Workbench(
                blueprint.endpoint(), blueprint.memory().host(), scratch, settings.segmentBytes(), sharing);
        MachinePool machines = new MachinePool(bench);
        driver = new Driver(
                blueprint.endpoint(), machines, label, blueprint.memory().host()::fenceThreads);
        Waiter waiter = new Waiter(new Backoff(neighbourhood.isCrowded(), neighbourhood.nodes() > 1));
        issuer = new Issuer(driver, machines, chooser, waiter, neighbourhood.isCrowded());
        life = new Life(driver, issuer, () -> giveBack(scratch));
        check = new ArgumentCheck(label, neighbourhood.rank(), neighbourhood.size(), staging::objection);
        splitter = new Splitter(blueprint, driver, issuer);
        explainer = new Explainer(blueprint, neighbourhood, chooser, staging, sharing);
        intake = new Intake(blueprint.shared(), life, issuer, check, explainer);
    }

    private @Nullable IcclException failure() {
        return driver.failure();
    }

    /** What a device says must not keep the rest from it. */
    private void giveBack(ScratchPool scratch) {
        try {
            staging.close();
        } finally {
            sharing.close();
            scratch.close();
            blueprint.shared().registry().closed(this);
        }
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
        return backendName;
    }

    @Override
    public String platform() {
        DeviceMemory device = staging.device();
        return device == null ? blueprint.memory().platformName() : device.platformName();
    }

    /** Tells the other ranks what this one has; all of them do, before the first operation. */
    public RankCommunicator agree() {
        try {
            staging.agree(blueprint, issuer);
            sharing.agree(blueprint, issuer);
        } catch (IcclException e) {
            life.shutDown(e);
            throw e;
        }
        return this;
    }

    /** Makes ranks that are threads of this process share memory, all of a communicator; no operation has run yet. */
    public static void join(List<RankCommunicator> ranks) {
        Sharing.join(ranks.stream().map(rank -> rank.sharing).toList());
    }

    /** The device it works with, or null. */
    public @Nullable DeviceMemory device() {
        return staging.device();
    }

    /** Whether it stands on that backend, on that host memory, or on that device. */
    public boolean standsOn(Object foundation) {
        return blueprint.backend() == foundation || blueprint.memory() == foundation || staging.device() == foundation;
    }

    /** What it was made of. */
    public Blueprint blueprint() {
        return blueprint;
    }

    @Override
    public void allReduce(
            Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream) {
        submit(of(Operation.ALL_REDUCE, send, recv).with(count, type, op, 0), stream);
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
        submit(of(Operation.REDUCE, send, recv).with(count, type, op, root), stream);
    }

    @Override
    public void broadcast(
            @Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        submit(of(Operation.BROADCAST, send, recv).with(count, type, null, root), stream);
    }

    @Override
    public void allGather(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream) {
        submit(of(Operation.ALL_GATHER, send, recv).with(count, type, null, 0), stream);
    }

    @Override
    public void gather(
            Buffer send, @Nullable Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        submit(of(Operation.GATHER, send, recv).with(count, type, null, root), stream);
    }

    @Override
    public void scatter(
            @Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        submit(of(Operation.SCATTER, send, recv).with(count, type, null, root), stream);
    }

    @Override
    public void reduceScatter(
            Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream) {
        submit(of(Operation.REDUCE_SCATTER, send, recv).with(count, type, op, 0), stream);
    }

    @Override
    public void allToAll(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream) {
        submit(of(Operation.ALL_TO_ALL, send, recv).with(count, type, null, 0), stream);
    }

    @Override
    public void send(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream) {
        submit(of(Operation.SEND, buffer, null).with(count, type, null, peer), stream);
    }

    @Override
    public void recv(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream) {
        submit(of(Operation.RECV, null, buffer).with(count, type, null, peer), stream);
    }

    @Override
    public void barrier(@Nullable Stream stream) {
        submit(of(Operation.BARRIER, null, null).with(0, Datatype.UINT8, null, 0), stream);
    }

    private void submit(Arguments arguments, @Nullable Stream stream) {
        intake.submit(arguments, stream);
    }

    /** The operation and its buffers. */
    private Arguments of(Operation operation, @Nullable Buffer send, @Nullable Buffer recv) {
        return intake.arguments().of(operation, send, recv);
    }

    @Override
    public @Nullable Communicator split(int color, int key) {
        blueprint.shared().groups().ensureNone("split");
        life.ensureUsable(Operation.ALL_GATHER);
        return splitter.split(color, key);
    }

    @Override
    public @Nullable IcclException asyncError() {
        return issuer.asyncError();
    }

    @Override
    public String explain(Operation operation, long count, Datatype type, @Nullable ReductionOp op) {
        return explainer.explainKind(
                check.checkKind(operation, count, type, op),
                blueprint.shared().settings().get());
    }

    @Override
    public void abort() {
        life.fail(new IcclException(ResultCode.INVALID_USAGE, "it was aborted here; make a new communicator"));
    }

    @Override
    public void close() {
        blueprint.shared().groups().ensureNone("close");
        if (blueprint.permanent()) {
            issuer.awaitAll();
        } else {
            life.close();
        }
    }

    /** Whatever fails from now on fails for that reason; {@link #lose} follows. */
    public void condemn(IcclException why) {
        life.condemn(why);
    }

    /** What it stands on goes away: fails, and gives back at once what it holds. */
    public void lose(IcclException why) {
        life.lose(why);
    }

    /** Whether what it stood on went away. */
    public boolean isLost() {
        return life.isLost();
    }

    /** The library ends: what runs fails; where nothing runs, peers see an ordinary end. */
    public void shutDown(IcclException why) {
        life.shutDown(why);
    }

    /**
     * Runs a machine of the kernel's own; it has its own messages and its own deadline.
     *
     * @param tag of {@link Tags#CONTROL} or above
     */
    public void runControl(int tag, Function<Workbench, Machine> machine) {
        life.ensureUsable(Operation.BARRIER);
        issuer.runControl(tag, machine);
    }

    /** Makes the endpoint of a part of this communicator, as {@link Endpoint#subgroup}. */
    public Endpoint subgroup(int[] members, int tag) {
        return driver.exclusively(endpoint -> endpoint.subgroup(members, tag));
    }

    @Override
    public String toString() {
        return driver.communicator();
    }
}
