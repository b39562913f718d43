package iccl.platform.device.jni;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.NoException;
import org.bytedeco.javacpp.annotation.Platform;
import org.bytedeco.javacpp.annotation.Raw;

/**
 * The functions of {@code iccl_device.h}, unchecked: a wrong address ends the process. Only primitives, arrays and {@code
 * ByteBuffer} cross the border, raw, so that no class of JavaCPP is needed at run time. {@link NativeLibrary#load} comes
 * first, then {@link #open}. An int result is the vendor's code, 0 for success, where nothing else is said.
 */
@Platform(library = NativeLibrary.NAME, include = "iccl_device.h")
@Namespace("iccl::device")
@NoException
public final class DeviceNative {
    private DeviceNative() {}

    /** Opens the runtime of a table, 0 at its end; 0 when that fails, with the text saying why. It stays open for good. */
    public static native long open(@Raw(withEnv = true) ByteBuffer text);

    /** Writes what the runtime says of a code. */
    public static native void errorText(long runtime, int code, @Raw(withEnv = true) ByteBuffer text);

    public static native int select(long runtime, int device);

    /** The thread's device, or the negative code - 1. */
    public static native int selected(long runtime);

    /** The address comes into the first element. */
    public static native int allocate(
            long runtime, int device, long bytes, boolean pinned, @Raw(withEnv = true) long[] made);

    public static native int release(long runtime, int device, long address, boolean pinned);

    public static native int clear(long runtime, int device, long address, long bytes, boolean onDevice);

    /** Directions: 0 within the host, 1 to the device, 2 to the host, 3 on the device. */
    public static native int copy(long runtime, int device, long to, long from, long bytes, int direction);

    public static native int copyAsync(
            long runtime, int device, long to, long from, long bytes, int direction, long queue);

    public static native int createQueue(long runtime, int device, @Raw(withEnv = true) long[] made);

    public static native int destroyQueue(long runtime, int device, long queue);

    public static native int finishQueue(long runtime, int device, long queue);

    /** 1 = yes, 0 = no, else the negative code. */
    public static native int queueIsIdle(long runtime, int device, long queue);

    public static native int createEvent(long runtime, int device, @Raw(withEnv = true) long[] made);

    public static native int destroyEvent(long runtime, int device, long event);

    public static native int recordEvent(long runtime, int device, long event, long queue);

    /** 1 = yes, 0 = no, else the negative code. */
    public static native int eventIsDone(long runtime, int device, long event);

    public static native int queueWaits(long runtime, int device, long queue, long event);

    /** 0 = the runtime does not know the address, 1 = the host's, 2 = a device's. */
    public static native int spaceOf(long runtime, int device, long address);

    public static native boolean hasHostFunction(long runtime);

    /** Adds a ticket to what {@link #nextCall} returns, when the queue comes to it. */
    public static native int callHost(long runtime, int device, long queue, long calls, long ticket);

    public static native long newCalls();

    /** Waits for the next ticket; negative when {@link #endCalls} was called. */
    public static native long nextCall(long calls);

    public static native void endCalls(long calls);

    public static native void deleteCalls(long calls);
}
