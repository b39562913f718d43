package iccl.platform.cpu.internal.jni;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.bytedeco.javacpp.annotation.Raw;

/**
 * The functions of {@code iccl_cpu.h}, unchecked: a wrong address ends the process. Only primitives, arrays and {@code
 * ByteBuffer} cross the border, raw, so that no class of JavaCPP is needed at run time. {@link NativeLibrary#load} comes
 * first. Where a function can fail it returns the negative errno; {@link #errorText} says it in words.
 */
@Platform(library = NativeLibrary.NAME, include = "iccl_cpu.h")
@Namespace("iccl::cpu")
@NoException
public final class CpuNative {
    private CpuNative() {}

    /** The address of a direct buffer's byte 0. */
    public static native long addressOf(@Raw(withEnv = true) ByteBuffer direct);

    /** A direct buffer over foreign memory, in big-endian order as all new buffers. */
    @Raw(withEnv = true)
    public static native ByteBuffer view(long address, long bytes);

    @Raw(withEnv = true)
    public static native String errorText(int error);

    /** Zeroed, aligned to 4096; bytes from 1 on. */
    public static native long allocate(long bytes);

    /** Needs the same number of bytes. */
    public static native int release(long address, long bytes);

    public static native void copy(long to, long from, long bytes);

    public static native void clear(long address, long bytes);

    /** What a function of that name returns, which has no arguments; no int when there is none. The name ends in a zero byte. */
    public static native long ask(@Raw(withEnv = true) byte[] function);

    /** Makes the file when it is not there; the path ends in a zero byte. */
    public static native int openFile(@Raw(withEnv = true) byte[] path);

    public static native void closeFile(int file);

    /** Maps the beginning of a file, which grows when it is shorter. */
    public static native long map(int file, long bytes);

    public static native int unmap(long address, long bytes);

    public static native int reserve(int file, long offset, long bytes);

    /** Free bytes of the file system. */
    public static native long roomIn(int file);

    /** A file in memory, without a name. */
    public static native int createShared(long bytes);

    /** Opens a file that another process of this machine has open, by its number there. */
    public static native int openShared(long process, int file);

    /** What tells a file in memory from all others of this machine. */
    public static native long identityOf(int file);

    /** Copies from another process. */
    public static native int pull(long to, long process, long from, long bytes);

    /** Copies into another process. */
    public static native int push(long process, long to, long from, long bytes);

    /** Every thread of this process that runs now passes a full memory fence; false when the system cannot do that. */
    public static native boolean fenceThreads();

    /** Whether the processor has the instructions of a level; the numbers here and below are those of {@code kernels.h}. */
    public static native boolean supports(int level);

    public static native int fold(
            int level, int type, int op, long to, @Raw(withEnv = true) long[] sources, int ranks, long count);

    public static native void load(int level, int type, int op, long to, long from, long count);

    public static native void combine(int level, int type, int op, long to, long left, long right, long count);

    public static native void store(int level, int type, int op, long to, long from, long count, int ranks);
}
