package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.node.MessageTag;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Send and Recv through shared memory: many at a time, of all lengths, begun in any order. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SharedMessagesInRigTest {
    private static final int SEEDS = 60;
    private static final int RANKS = 3;
    private static final int MESSAGES = 40;
    /** More than the shortest window has. */
    private static final int LONGEST = 5000;

    private static final int BUFFER_BYTES = LONGEST * Integer.BYTES;

    /** One message, its two machines, and its number among those between its ranks. */
    private record Message(
            int from,
            int to,
            int count,
            int number,
            @Nullable Buffer window,
            long send,
            long recv,
            Machine sender,
            Machine receiver) {
        void free(RankRig rig) {
            rig.memory().free(MemorySpace.HOST, recv);
            if (window == null) {
                rig.memory().free(MemorySpace.HOST, send);
            } else {
                HostMemory.free(window);
            }
        }
    }

    /**
     * Many messages between all ranks.
     *
     * @param isOfNodes whether they are between ranks of a node only, by the memory that those alone share
     */
    private record Exchange(RankRig rig, Random random, boolean isOfNodes) {
        void run() {
            List<Message> messages = messages();
            beginInAnyOrder(rig, random, messages);
            for (Message message : messages) {
                assertNull(message.sender().failure(), message.sender()::describe);
                assertNull(message.receiver().failure(), message.receiver()::describe);
                assertArrived(rig, message);
                message.free(rig);
            }
        }

        private List<Message> messages() {
            int[][] numbers = new int[rig.size()][rig.size()];
            List<Message> messages = new ArrayList<>();
            while (messages.size() < MESSAGES) {
                int from = random.nextInt(rig.size());
                int to = random.nextInt(rig.size());
                if (!isOfNodes || rig.areNeighbours(from, to)) {
                    messages.add(message(from, to, numbers[from][to]++));
                }
            }
            return messages;
        }

        private Message message(int from, int to, int number) {
            int[] counts = {0, 1, 16, 17, LONGEST, random.nextInt(LONGEST)};
            int count = counts[random.nextInt(counts.length)];
            Buffer window = random.nextBoolean() ? rig.window(from, BUFFER_BYTES) : null;
            long send = window == null ? rig.memory().allocate(MemorySpace.HOST, BUFFER_BYTES) : window.address();
            long recv = rig.memory().allocate(MemorySpace.HOST, BUFFER_BYTES);
            TestData.EXACT.fill(rig.memory(), send, Datatype.INT32, seedOf(from, number), 0, LONGEST);
            Machine sender = isOfNodes ? rig.newNodeMessage(from) : machine(rig, Operation.SEND, from);
            Machine receiver = isOfNodes ? rig.newNodeMessage(to) : machine(rig, Operation.RECV, to);
            return new Message(from, to, count, number, window, send, recv, sender, receiver);
        }
    }

    @Test
    void shouldCarryMessagesWhateverTheOrderInWhichTheyBegin() {
        boolean hasCarried = false;
        for (long seed = RigCases.SEED; seed < RigCases.SEED + SEEDS; seed++) {
            RankRig rig = new RankRig(RANKS, seed);
            Random random = new Random(seed);
            // In every third rig receivers come to want for handles; what they cannot attach goes through the
            // transport.
            rig.memory().allowToAttach(seed % 3 == 0 ? random.nextInt(5) : Integer.MAX_VALUE);
            new Exchange(rig, random, false).run();
            hasCarried |= seed % 3 == 0 && rig.network().nowNs() > 0;
            rig.assertNothingLeft();
        }
        assertTrue(hasCarried, "time goes on only where the transport carries something");
    }

    @Test
    void shouldCarryMessagesInsideEachOfSeveralMachines() {
        for (long seed = RigCases.SEED; seed < RigCases.SEED + SEEDS; seed++) {
            RankRig rig = new RankRig(2 * RANKS, seed);
            new Exchange(rig, new Random(seed), true).run();
            rig.assertNothingLeft();
        }
    }

    @Test
    void shouldNameBothLengthsWhenTheyDiffer() {
        for (int count : new int[] {0, 1, LONGEST}) {
            RankRig rig = new RankRig(2, RigCases.SEED);
            long memory = rig.memory().allocate(MemorySpace.HOST, BUFFER_BYTES);
            Machine sender = machine(rig, Operation.SEND, 0);
            Machine receiver = machine(rig, Operation.RECV, 1);
            sender.start(call(Operation.SEND, memory, 0, count, 1), MessageTag.of(0), 0);
            receiver.start(call(Operation.RECV, 0, memory, 7, 0), MessageTag.of(0), 0);
            IcclException failure = failureOf(receiver, sender);
            assertEquals(ResultCode.INVALID_USAGE, failure.code());
            String text = String.valueOf(failure.getMessage());
            assertTrue(text.contains(4 * count + " bytes from rank 0 met a receive of 28 bytes"), text);
            if (!sender.isFinished()) {
                sender.fail(failure);
            }
            rig.memory().free(MemorySpace.HOST, memory);
            rig.assertNothingLeft();
        }
    }

    @Test
    void shouldFailWhenThePeerIsGone() {
        for (Operation operation : List.of(Operation.SEND, Operation.RECV)) {
            RankRig rig = new RankRig(2, RigCases.SEED);
            long memory = rig.memory().allocate(MemorySpace.HOST, BUFFER_BYTES);
            Machine machine = machine(rig, operation, 0);
            machine.start(call(operation, memory, memory, LONGEST, 1), MessageTag.of(0), 0);
            rig.network().kill(1);
            IcclException failure = failureOf(machine, machine);
            assertEquals(ResultCode.REMOTE_ERROR, failure.code());
            assertEquals(1, failure.rank());
            rig.memory().free(MemorySpace.HOST, memory);
            rig.assertNothingLeft();
        }
    }

    @Test
    void shouldNotTakeWhatItsSenderGaveUp() {
        RankRig rig = new RankRig(2, RigCases.SEED);
        long memory = rig.memory().allocate(MemorySpace.HOST, BUFFER_BYTES);
        Machine sender = machine(rig, Operation.SEND, 0);
        sender.start(call(Operation.SEND, memory, 0, LONGEST, 1), MessageTag.of(0), 0);
        sender.step(0);
        sender.fail(new IcclException(ResultCode.SYSTEM_ERROR, "interrupted by the test"));
        Machine receiver = machine(rig, Operation.RECV, 1);
        receiver.start(call(Operation.RECV, 0, memory, LONGEST, 0), MessageTag.of(0), 0);
        IcclException failure = failureOf(receiver, receiver);
        assertEquals(ResultCode.REMOTE_ERROR, failure.code());
        assertEquals(0, failure.rank());
        rig.memory().free(MemorySpace.HOST, memory);
        rig.assertNothingLeft();
    }

    @Test
    void shouldLetManyMessagesBeOnTheWayBeforeTheFirstIsReceived() {
        RankRig rig = new RankRig(2, RigCases.SEED);
        long memory = rig.memory().allocate(MemorySpace.HOST, BUFFER_BYTES);
        List<Machine> all = new ArrayList<>();
        for (int number = 0; number < 60; number++) {
            Machine sender = machine(rig, Operation.SEND, 0);
            begin(all, sender, call(Operation.SEND, memory, 0, 1 + number % 16, 1), number);
            sender.step(0);
        }
        // The first one last.
        for (int number = 59; number >= 0; number--) {
            Machine receiver = machine(rig, Operation.RECV, 1);
            begin(all, receiver, call(Operation.RECV, 0, memory, 1 + number % 16, 0), number);
            receiver.step(0);
            assertTrue(receiver.isFinished(), receiver::describe);
        }
        rig.drive(all, rank -> {});
        all.forEach(machine -> assertNull(machine.failure(), machine::describe));
        rig.memory().free(MemorySpace.HOST, memory);
        rig.assertNothingLeft();
    }

    private static IcclException failureOf(Machine machine, Machine other) {
        for (int steps = 0; steps < 10_000 && !machine.isFinished(); steps++) {
            other.step(steps);
            machine.step(steps);
        }
        return Objects.requireNonNull(machine.failure(), machine::describe);
    }

    private static int seedOf(int from, int number) {
        return 100 * from + number % 100;
    }

    /** Each machine begins at some time; while all of a rank's wait, more of its machines begin. */
    private static void beginInAnyOrder(RankRig rig, Random random, List<Message> messages) {
        List<Runnable> starts = new ArrayList<>();
        List<Machine> running = new ArrayList<>();
        for (Message message : messages) {
            starts.add(() -> begin(
                    running,
                    message.sender(),
                    call(Operation.SEND, message.send(), 0, message.count(), message.to()),
                    message.number()));
            starts.add(() -> begin(
                    running,
                    message.receiver(),
                    call(Operation.RECV, 0, message.recv(), message.count(), message.from()),
                    message.number()));
        }
        Collections.shuffle(starts, random);
        while (!starts.isEmpty()) {
            starts.remove(0).run();
            for (int steps = random.nextInt(5); steps > 0; steps--) {
                running.get(random.nextInt(running.size())).step(rig.network().nowNs());
            }
        }
        rig.drive(running, rank -> {});
    }

    private static void begin(List<Machine> running, Machine machine, CollectiveCall call, int number) {
        machine.start(call, MessageTag.of(number), 0);
        running.add(machine);
    }

    private static void assertArrived(RankRig rig, Message message) {
        for (int index = 0; index < message.count(); index++) {
            assertEquals(
                    TestData.EXACT.bits(Datatype.INT32, seedOf(message.from(), message.number()), index),
                    Elements.get(rig.memory().view(message.recv(), BUFFER_BYTES), Datatype.INT32, index),
                    () -> message + " in " + rig);
        }
    }

    private static Machine machine(RankRig rig, Operation operation, int rank) {
        Algorithm shared = Algorithms.of(operation).stream()
                .filter(algorithm -> algorithm.name().equals(Algorithms.SHARED))
                .findFirst()
                .orElseThrow();
        return rig.newMachine(shared, rank);
    }

    private static CollectiveCall call(Operation operation, long send, long recv, long count, int peer) {
        return new CollectiveCall(operation, send, recv, count, Datatype.INT32, null, peer);
    }
}
