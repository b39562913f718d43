package iccl.kernel.internal.node;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Blame;
import iccl.kernel.internal.collective.WatchfulMachine;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;

/**
 * One operation between the ranks of a machine, through the memory that they share. One runs at a time, in issue order: all
 * have the same board. It holds nothing while it runs.
 */
final class NodeMachine extends WatchfulMachine<NodeMachine.State> {
    /** In the order of a healthy run. */
    enum State {
        IDLE,
        /** Waits until its slot may be written again. */
        ENTERING,
        /** Has shown its buffers, waits for the others'. */
        ASKING,
        /** Its slot is filled; waits for those that it reads. */
        TAKING,
        /** Reads and writes the others' buffers. */
        WORKING,
        /** Waits until nobody needs its own buffers any more. */
        LEAVING,
        DONE,
        FAILED
    }

    private final Endpoint endpoint;
    private final CollectiveCall call;
    private final Exchange exchange;
    private final SlotPath slots;
    private final WindowPath windows;
    private final Buffers buffers;
    private final NodeLimits limits;

    private boolean asks;
    private long items;
    private long item;

    NodeMachine(NodeEngine.Parts parts, NodeLimits limits) {
        super(State.IDLE, State.DONE, State.FAILED, limits.stepsPerLook());
        this.endpoint = parts.endpoint();
        this.exchange = parts.exchange();
        this.slots = parts.slots();
        this.windows = parts.windows();
        this.buffers = parts.buffers();
        this.call = parts.call();
        this.limits = limits;
    }

    @Override
    public void start(CollectiveCall next, int tag, long now) {
        requireStartable();
        call.assign(next);
        at(now);
        item = 0;
        if (next.count() == 0 && next.operation() != Operation.BARRIER) {
            become(State.DONE, "nothing to exchange");
            return;
        }
        asks = next.operation() != Operation.BARRIER && slots.wholeBytes() >= limits.askedFrom(next.operation());
        items = asks ? 0 : slots.take();
        become(State.ENTERING, "started");
    }

    @Override
    protected int advance() {
        int work = 0;
        while (advanceOnce()) {
            work++;
            if (state() == State.WORKING || isFinished()) {
                break;
            }
        }
        return work;
    }

    private boolean advanceOnce() {
        return switch (state()) {
            case ENTERING -> enter();
            case ASKING -> ask();
            case TAKING -> take();
            case WORKING -> work();
            case LEAVING -> leave();
            case IDLE, DONE, FAILED -> false;
        };
    }

    private boolean enter() {
        if (!exchange.isNextFree(asks ? Room.LINE.depth() : slots.depth())) {
            return false;
        }
        if (asks) {
            buffers.show();
            exchange.begin();
            become(State.ASKING, "its buffers are shown");
        } else {
            slots.fill(item);
            exchange.begin();
            become(State.TAKING, "its slot is filled");
        }
        return true;
    }

    private boolean ask() {
        if (!exchange.haveAllBegun()) {
            return false;
        }
        item = 0;
        asks = false;
        Buffers.Reach reach = buffers.reach();
        if (reach == Buffers.Reach.NONE) {
            items = slots.take();
            become(State.ENTERING, "a buffer is not shared");
        } else {
            become(State.WORKING, "all buffers are reachable");
            buffers.find();
            items = windows.take(reach);
        }
        return true;
    }

    private boolean take() {
        if (!slots.isReady()) {
            return false;
        }
        slots.consume(item);
        item++;
        if (item < items) {
            become(State.ENTERING, "a chunk is done");
        } else {
            become(State.DONE, "all chunks are done");
        }
        return true;
    }

    private boolean work() {
        if (item < items) {
            windows.work(item);
            item++;
        }
        if (item == items) {
            exchange.begin();
            become(State.LEAVING, "its work is done");
        }
        return true;
    }

    private boolean leave() {
        if (!windows.isOver()) {
            return false;
        }
        buffers.release();
        become(State.DONE, "nobody needs its buffers");
        return true;
    }

    @Override
    protected void look() {
        endpoint.look(exchange.awaited());
    }

    @Override
    public void fail(IcclException why) {
        if (!isFinished()) {
            if (state() == State.WORKING || state() == State.LEAVING) {
                buffers.release();
            }
            becomeFailed(Blame.within(call.operation(), why), "failed");
        }
    }

    @Override
    public int awaitedPeer() {
        return exchange.awaited();
    }

    @Override
    public String describe() {
        String text = "NodeMachine on rank " + endpoint.rank() + " " + life() + ", exchange " + exchange.current()
                + ", " + item + " of " + items + " items done";
        return exchange.awaited() == IcclException.NO_RANK
                ? text
                : text + ", last waited for rank " + exchange.awaited();
    }
}
