package iccl.backend.mpich.internal.jni;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.bytedeco.javacpp.annotation.Raw;

/**
 * The functions of {@code iccl_mpich.h}. Only primitives and {@code ByteBuffer} cross the border, raw, so that no class of
 * JavaCPP is needed at run time. {@link NativeLibrary#load} comes first, then {@link #open}, then {@link #start}.
 *
 * <p>Handles of communicators and requests are ints, as in MPICH; a {@code long} result holds one as an unsigned number. A
 * result below -1 is MPI's error code c as -2 - c.
 */
@Platform(library = NativeLibrary.NAME, include = "iccl_mpich.h")
@Namespace("iccl::mpich")
@NoException
public final class MpichNative {
    private MpichNative() {}

    /** Opens the library that the text names, 0 at its end; 0, or another number with the text saying why not. */
    public static native int open(@Raw(withEnv = true) ByteBuffer text);

    public static native int libraryVersion(@Raw(withEnv = true) ByteBuffer text);

    public static native int errorString(@Raw(withEnv = true) ByteBuffer text, int code);

    public static native int errorClass(int code);

    public static native int isInitialized();

    public static native int isFinalized();

    /** Starts MPI unless it is started; 1 when any thread may call at any time, 0 when one at a time. */
    public static native long start();

    public static native long finish();

    /** The datatype whose size is not what the ABI says, by its number, 8 for the byte, or -1. */
    public static native int wrongType();

    /** Whether the library says that it takes memory of CUDA devices: 1 or 0; -1 when it cannot be asked. */
    public static native int takesCudaMemory();

    public static native long largestTag();

    public static native int world();

    public static native long rank(int communicator);

    public static native long size(int communicator);

    public static native long returnErrors(int communicator);

    /** A communicator of the members, which are ints of the host in the buffer. */
    public static native long part(@Raw(withEnv = true) ByteBuffer members, int communicator, int tag);

    public static native long sharingMemory(int communicator, int rank);

    public static native long release(int communicator);

    public static native long send(int communicator, int peer, int tag, long address, int bytes);

    public static native long receive(int communicator, int peer, int tag, long address, int bytes);

    /** -1 while not done, then the bytes received. */
    public static native long test(int request);

    public static native long cancel(int request);

    /** The sender of a message that waits, or -1. */
    public static native long probe(int communicator, int tag);

    public static native int anyTag();

    public static native long barrier(int communicator);

    public static native long broadcast(int communicator, long address, int bytes, int root);

    public static native long allGather(int communicator, long from, long to, int bytes);

    public static native long allToAll(int communicator, long from, long to, int bytes);

    /** {@code from} is 0 for in place. */
    public static native long gather(int communicator, long from, long to, int bytes, int root);

    /** {@code to} is 0 for in place. */
    public static native long scatter(int communicator, long from, long to, int bytes, int root);

    /** Types and reductions by their numbers. */
    public static native long allReduce(int communicator, long from, long to, int count, int type, int op);

    /** {@code from} is 0 for in place. */
    public static native long reduce(int communicator, long from, long to, int count, int type, int op, int root);

    public static native long reduceScatter(int communicator, long from, long to, int count, int type, int op);
}
