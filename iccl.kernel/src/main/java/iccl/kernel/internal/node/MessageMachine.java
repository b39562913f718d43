package iccl.kernel.internal.node;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Blame;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.PointToPoint;
import iccl.kernel.internal.collective.WatchfulMachine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Send or a Recv between ranks of a machine. A short message lies in their channel; of a longer one the receiver copies
 * straight out of the sender's buffer. Where it cannot come to that, the message goes through the transport.
 */
final class MessageMachine extends WatchfulMachine<MessageMachine.State> {
    /** In the order of a healthy run. */
    enum State {
        IDLE,
        /** The sender waits until an entry of the channel is free. */
        ENTERING,
        /** The sender waits until the receiver has the message. */
        OFFERING,
        /** The receiver waits for the sender. */
        EXPECTING,
        /** The receiver copies the message. */
        TAKING,
        /** The transport carries the message. */
        PASSING,
        DONE,
        FAILED
    }

    private final Endpoint endpoint;
    private final Channels channels;
    private final Machine transport;
    private final int[] places;
    private final CollectiveCall call = new CollectiveCall();
    private final Copying copying;

    private int tag;
    private @Nullable Channel channel;
    private long number;

    /**
     * @param channels between the ranks of the machine
     * @param places for each rank of the machine: which one it is there
     */
    MessageMachine(Workbench bench, Channels channels, int[] places, NodeLimits limits) {
        super(State.IDLE, State.DONE, State.FAILED, limits.stepsPerLook());
        this.endpoint = bench.endpoint();
        this.channels = channels;
        this.transport = new PointToPoint(bench);
        this.places = places;
        this.copying = new Copying(channels.host());
    }

    @Override
    public void start(CollectiveCall next, int nextTag, long now) {
        requireStartable();
        call.assign(next);
        at(now);
        tag = nextTag;
        channel = null;
        become(next.operation() == Operation.SEND ? State.ENTERING : State.EXPECTING, "started");
    }

    @Override
    protected int advance() {
        return switch (state()) {
            case ENTERING -> enter();
            case OFFERING -> awaitReceiver();
            case EXPECTING -> expect();
            case TAKING -> take();
            case PASSING -> pass();
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int enter() {
        Channel to = channels.to(place());
        if (to == null) {
            return passOn("there is no channel");
        }
        if (channel == null) {
            channel = to;
            number = to.number(tag);
        }
        if (!to.isFree(number)) {
            return 0;
        }
        long bytes = call.bytes();
        if (to.hasRoom(number, bytes)) {
            to.put(number, call.sendAddress(), bytes);
            become(to.isKnown() ? State.DONE : State.OFFERING, "the message is in the channel");
            return 1;
        }
        long place = channels.place(call.sendAddress());
        boolean isUnreachable = place == Place.UNREACHABLE;
        to.show(number, isUnreachable ? Channel.ELSEWHERE : place, bytes);
        if (isUnreachable) {
            return passOn("the receiver cannot reach the buffer");
        }
        become(State.OFFERING, "the buffer is shown");
        return 1;
    }

    private int awaitReceiver() {
        Channel to = Objects.requireNonNull(channel);
        if (to.isTaken(number)) {
            to.becomeKnown();
            if (to.isRefused(number)) {
                to.acceptRefusal(number);
                return passOn("the receiver cannot map the buffer");
            }
            become(State.DONE, "the receiver has the message");
            return 1;
        }
        return channels.to(place()) == null ? passOn("the receiver has no channel") : 0;
    }

    private int expect() {
        Channel from = channel;
        if (from == null) {
            from = channels.from(place());
            if (from == null) {
                return channels.isWithoutChannelFrom(place()) ? passOn("there is no channel") : 0;
            }
            channel = from;
            number = from.number(tag);
        }
        if (!from.isSent(number)) {
            requireMeant(from);
            return 0;
        }
        requireLength(from.bytes(number));
        long place = from.place(number);
        if (place == Channel.ELSEWHERE) {
            from.take(number);
            return passOn("the buffer is out of reach");
        }
        if (place == Channel.HERE) {
            from.get(number, call.recvAddress(), call.bytes());
            from.take(number);
            become(State.DONE, "the message was in the channel");
            return 1;
        }
        return reach(from, place);
    }

    private int reach(Channel from, long place) {
        boolean isThere;
        try {
            isThere = copying.begin(channels.windowsOf(place()), place, call.bytes());
        } catch (IcclException e) {
            from.refuse(number);
            return passOn("the buffer cannot be mapped: " + e.getMessage());
        }
        become(State.TAKING, "the sender's buffer is known");
        if (!isThere) {
            throw givenUp();
        }
        return 1;
    }

    private void requireMeant(Channel from) {
        if (from.isWithdrawn(number)) {
            throw givenUp();
        }
    }

    private IcclException givenUp() {
        return new IcclException(
                ResultCode.REMOTE_ERROR,
                Operation.RECV,
                peer(),
                "rank " + peer() + " gave the message up; its own error says why",
                null);
    }

    private void requireLength(long sent) {
        if (sent != call.bytes()) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    Operation.RECV,
                    peer(),
                    "a message of " + sent + " bytes from rank " + peer() + " met a receive of " + call.bytes()
                            + " bytes",
                    null);
        }
    }

    private int take() {
        if (copying.advance(call.recvAddress())) {
            Channel from = Objects.requireNonNull(channel);
            requireMeant(from);
            copying.end();
            from.take(number);
            become(State.DONE, "the message is copied");
        }
        return 1;
    }

    private int passOn(String why) {
        transport.start(call, MessageTag.ofTransport(tag), nowNs());
        become(State.PASSING, why);
        return 1 + pass();
    }

    private int pass() {
        int work = transport.step(nowNs());
        IcclException why = transport.failure();
        if (why != null) {
            fail(why);
        } else if (transport.isFinished()) {
            become(State.DONE, "the transport has carried the message");
        }
        return work;
    }

    @Override
    protected void look() {
        if (state() != State.PASSING) {
            endpoint.look(peer());
        }
    }

    private int peer() {
        return call.root();
    }

    private int place() {
        return places[call.root()];
    }

    @Override
    public void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        State before = state();
        becomeFailed(Blame.within(call.operation(), why), "failed");
        switch (before) {
            case OFFERING -> Objects.requireNonNull(channel).withdraw(number);
            case TAKING -> copying.end();
            case PASSING -> transport.fail(why);
            default -> {}
        }
    }

    @Override
    public int awaitedPeer() {
        return isFinished() || state() == State.IDLE ? IcclException.NO_RANK : peer();
    }

    @Override
    public String describe() {
        String text = "MessageMachine on rank " + endpoint.rank() + " " + life();
        return switch (state()) {
            case ENTERING, OFFERING, EXPECTING -> text + ", waiting for rank " + peer();
            case TAKING -> text + ", " + copying.done() + " of " + call.bytes() + " bytes copied from rank " + peer();
            case PASSING -> text + ": " + transport.describe();
            case IDLE, DONE, FAILED -> text;
        };
    }
}
