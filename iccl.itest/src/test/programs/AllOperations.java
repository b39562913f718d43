import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Every operation, type and reduction, element by element, with one buffer and with two, on memory of the rank's device, or of the
 * host for a rank on the platform cpu. With the argument {@code moves}: only what moves bytes, with one type of each width. The
 * numbers are chosen so that every type holds them, and their combinations, exactly, or wraps.
 */
public class AllOperations {
    private static final int COUNT = 1500;
    private static final int GUARD = 64;
    private static final List<Datatype> WIDTHS = Arrays.asList(Datatype.INT8, Datatype.FLOAT16, Datatype.INT32, Datatype.FLOAT64);

    private final Iccl iccl = Iccl.get();
    private final Communicator world = iccl.world();
    private final int size = world.size();
    private final int rank = world.rank();
    private int cases;

    public static void main(String[] args) {
        new AllOperations().run(Arrays.asList(args).contains("moves"));
    }

    private void run(boolean movesOnly) {
        for (Operation operation : Operation.values()) {
            if (movesOnly && operation.isReducing()) {
                continue;
            }
            for (Datatype type : movesOnly ? WIDTHS : Arrays.asList(Datatype.values())) {
                List<ReductionOp> ops = operation.isReducing() ? Arrays.asList(ReductionOp.values()) : Arrays.asList((ReductionOp) null);
                for (ReductionOp op : ops) {
                    check(operation, type, op, false);
                    if (!operation.isPointToPoint()) {
                        check(operation, type, op, true);
                    }
                }
            }
        }
        System.out.println("rank " + rank + " on " + world.platform() + " over " + world.backend() + ": " + cases + " cases passed");
        if (rank == 0) {
            System.out.println(world.explain(movesOnly ? Operation.ALL_GATHER : Operation.ALL_REDUCE, COUNT, Datatype.FLOAT32, ReductionOp.SUM));
        }
    }

    private Buffer allocate(long bytes) {
        return world.platform().equals("cpu") ? iccl.memAlloc(bytes) : iccl.memAlloc(bytes, MemorySpace.DEVICE);
    }

    /** What a rank gives: moved data tell whose they are, combined ones stay small. */
    private static long given(int from, int index, boolean reduces) {
        return reduces ? 1 + 2 * ((from + index) % 2) + (index / 7) % 2 : (from * 37 + index * 11) % 100;
    }

    private long combined(ReductionOp op, int index) {
        long result = given(0, index, true);
        for (int other = 1; other < size; other++) {
            long value = given(other, index, true);
            result = switch (op) {
                case SUM, AVG -> result + value;
                case PROD -> result * value;
                case MAX -> Math.max(result, value);
                case MIN -> Math.min(result, value);
            };
        }
        return op == ReductionOp.AVG ? result / size : result;
    }

    private void check(Operation operation, Datatype type, ReductionOp op, boolean inPlace) {
        int root = operation.isRooted() ? cases % size : 0;
        boolean isRoot = rank == root;
        int sendBlocks = switch (operation) {
            case BROADCAST -> isRoot ? 1 : 0;
            case SCATTER -> isRoot ? size : 0;
            case REDUCE_SCATTER, ALL_TO_ALL -> size;
            case RECV, BARRIER -> 0;
            default -> 1;
        };
        int recvBlocks = switch (operation) {
            case REDUCE -> isRoot ? 1 : 0;
            case GATHER -> isRoot ? size : 0;
            case ALL_GATHER, ALL_TO_ALL -> size;
            case SEND, BARRIER -> 0;
            default -> 1;
        };
        int width = type.bytes();
        Buffer one = allocate((long) Math.max(sendBlocks, recvBlocks) * COUNT * width + GUARD);
        Buffer other = allocate((long) Math.max(1, recvBlocks) * COUNT * width + GUARD);
        long own = (long) rank * COUNT * width;
        boolean isShared = inPlace && sendBlocks > 0 && recvBlocks > 0;
        Buffer send = isShared && sendBlocks < recvBlocks ? one.slice(own) : one;
        Buffer recv = !isShared ? other : recvBlocks < sendBlocks ? one.slice(own) : one;
        fill(send, type, sendBlocks * COUNT, operation.isReducing());
        call(operation, sendBlocks == 0 ? null : send, recvBlocks == 0 ? null : recv, type, op, root);
        if (recvBlocks > 0) {
            expect(recv, operation, type, op, root, recvBlocks);
        }
        iccl.memFree(one);
        iccl.memFree(other);
        cases++;
    }

    private void call(Operation operation, Buffer send, Buffer recv, Datatype type, ReductionOp op, int root) {
        switch (operation) {
            case ALL_REDUCE -> world.allReduce(send, recv, COUNT, type, op, null);
            case REDUCE -> world.reduce(send, recv, COUNT, type, op, root, null);
            case BROADCAST -> world.broadcast(send, recv, COUNT, type, root, null);
            case ALL_GATHER -> world.allGather(send, recv, COUNT, type, null);
            case GATHER -> world.gather(send, recv, COUNT, type, root, null);
            case SCATTER -> world.scatter(send, recv, COUNT, type, root, null);
            case REDUCE_SCATTER -> world.reduceScatter(send, recv, COUNT, type, op, null);
            case ALL_TO_ALL -> world.allToAll(send, recv, COUNT, type, null);
            case SEND -> swap(send, type);
            case RECV -> swap(null, type);
            case BARRIER -> world.barrier(null);
        }
    }

    /** To the next rank, from the one before, in a group; what came must be that rank's. */
    private void swap(Buffer given, Datatype type) {
        Buffer send = given == null ? allocate((long) COUNT * type.bytes()) : given;
        if (given == null) {
            fill(send, type, COUNT, false);
        }
        Buffer recv = allocate((long) COUNT * type.bytes() + GUARD);
        iccl.groupStart();
        world.send(send, COUNT, type, (rank + 1) % size, null);
        world.recv(recv, COUNT, type, (rank + size - 1) % size, null);
        iccl.groupEnd();
        expect(recv, Operation.SEND, type, null, (rank + size - 1) % size, 1);
        iccl.memFree(recv);
        if (given == null) {
            iccl.memFree(send);
        }
    }

    private void fill(Buffer buffer, Datatype type, int elements, boolean reduces) {
        if (elements == 0) {
            return;
        }
        Buffer host = iccl.memAlloc((long) elements * type.bytes());
        ByteBuffer view = host.asByteBuffer();
        for (int index = 0; index < elements; index++) {
            put(view, type, index, given(rank, index, reduces));
        }
        iccl.copy(buffer, host);
        iccl.memFree(host);
    }

    private long expected(Operation operation, ReductionOp op, int root, int block, int index) {
        return switch (operation) {
            case ALL_REDUCE, REDUCE -> combined(op, index);
            case REDUCE_SCATTER -> combined(op, rank * COUNT + index);
            case BROADCAST, SEND -> given(root, index, false);
            case ALL_GATHER, GATHER -> given(block, index, false);
            case SCATTER -> given(root, rank * COUNT + index, false);
            case ALL_TO_ALL -> given(block, rank * COUNT + index, false);
            default -> throw new IllegalStateException(operation + " has no result");
        };
    }

    private void expect(Buffer buffer, Operation operation, Datatype type, ReductionOp op, int root, int blocks) {
        if (operation == Operation.RECV) {
            return; // swap looks at its own
        }
        int elements = blocks * COUNT;
        Buffer host = iccl.memAlloc((long) elements * type.bytes());
        iccl.copy(host, buffer.slice(0, (long) elements * type.bytes()));
        ByteBuffer is = host.asByteBuffer();
        ByteBuffer want = ByteBuffer.allocate(8).order(java.nio.ByteOrder.nativeOrder());
        for (int index = 0; index < elements; index++) {
            put(want, type, 0, expected(operation, op, root, index / COUNT, index % COUNT));
            int at = index * type.bytes();
            for (int b = 0; b < type.bytes(); b++) {
                if (is.get(at + b) != want.get(b)) {
                    throw new AssertionError("rank " + rank + ", " + operation + " " + type + " " + op + ": element " + index + " is wrong");
                }
            }
        }
        iccl.memFree(host);
    }

    private static void put(ByteBuffer to, Datatype type, int index, long value) {
        switch (type) {
            case INT8, UINT8 -> to.put(index, (byte) value);
            case INT16, UINT16 -> to.putShort(2 * index, (short) value);
            case INT32, UINT32 -> to.putInt(4 * index, (int) value);
            case INT64, UINT64 -> to.putLong(8 * index, value);
            case FLOAT16 -> to.putShort(2 * index, half(value));
            case BFLOAT16 -> to.putShort(2 * index, (short) (Float.floatToIntBits(value) >> 16));
            case FLOAT32 -> to.putFloat(4 * index, value);
            case FLOAT64 -> to.putDouble(8 * index, value);
        }
    }

    private static short half(long value) {
        if (value == 0) {
            return 0;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        return (short) ((exponent + 15) << 10 | (int) (value << 10 >> exponent) & 0x3ff);
    }
}
