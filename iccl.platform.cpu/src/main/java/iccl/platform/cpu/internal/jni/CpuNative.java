package iccl.platform.cpu.internal.jni;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.bytedeco.javacpp.annotation.Raw;

/**
 * The functions of {@code iccl_cpu.h}. Only primitives, {@code long[]} and {@code ByteBuffer} cross the border, raw, so
 * that no class of JavaCPP is needed at run time. {@link NativeLibrary#load} comes first.
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
}
