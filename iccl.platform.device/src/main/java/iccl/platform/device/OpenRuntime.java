package iccl.platform.device;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.platform.device.jni.DeviceNative;
import iccl.platform.device.jni.NativeLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A vendor's runtime, opened in this process. It stays for the life of the process: such libraries have threads and exit
 * handlers of their own. Opening it again finds it open.
 */
final class OpenRuntime {
    private final String title;
    private final long number;

    private OpenRuntime(String title, long number) {
        this.title = title;
        this.number = number;
    }

    static OpenRuntime open(VendorTable table, Findings found) {
        try {
            NativeLibrary.load();
        } catch (IOException e) {
            throw new IcclException(ResultCode.SYSTEM_ERROR, "cannot load the native library: " + e.getMessage(), e);
        }
        ByteBuffer text = Texts.bufferOf(table.text(found.library(), found.measured()));
        long number = DeviceNative.open(text);
        if (number == 0) {
            throw new IcclException(
                    ResultCode.UNHANDLED_ERROR, "cannot open " + found.library() + ": " + Texts.read(text));
        }
        return new OpenRuntime(table.title(), number);
    }

    /** What {@link DeviceNative} calls a runtime. */
    long number() {
        return number;
    }

    /**
     * Passes success.
     *
     * @param what was tried, for the message
     * @throws IcclException {@code UNHANDLED_ERROR} with the runtime's own text
     */
    void check(int code, int device, String what) {
        if (code != 0) {
            throw failed(code, device, what);
        }
    }

    /** A yes or no, or the negative code. */
    boolean isYes(int answer, int device, String what) {
        if (answer < 0) {
            throw failed(-answer, device, what);
        }
        return answer == 1;
    }

    IcclException failed(int code, int device, String what) {
        return failed(ResultCode.UNHANDLED_ERROR, code, device, what);
    }

    IcclException failed(ResultCode result, int code, int device, String what) {
        ByteBuffer text = Texts.buffer();
        DeviceNative.errorText(number, code, text);
        return new IcclException(result, title + " device " + device + ": " + what + ": " + Texts.read(text));
    }

    /** The calling thread's device. */
    int selected() {
        int device = DeviceNative.selected(number);
        if (device < 0) {
            throw failed(-device - 1, 0, "asking for the current device");
        }
        return device;
    }
}
