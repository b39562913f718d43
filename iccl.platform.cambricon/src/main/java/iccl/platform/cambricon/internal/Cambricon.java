package iccl.platform.cambricon.internal;

import iccl.platform.device.VendorTable;

/** What is peculiar to Cambricon CNRT. */
final class Cambricon {
    static final String NAME = "cambricon";

    static final VendorTable TABLE = new VendorTable(NAME, "Cambricon CNRT")
            .pciVendor(0xcabc)
            .nodes("cambricon_dev*", "cambricon_ctl")
            .rootVariables("NEUWARE_HOME")
            .roots("/usr/local/neuware", "/usr/local/neuware-*")
            .folders("lib64", "lib")
            .libraries("libcnrt.so")
            .visibleVariables("MLU_VISIBLE_DEVICES", "CAMBRICON_VISIBLE_DEVICES")
            .function("version", "cnrtGetLibVersion")
            .number("versionParts", 3)
            // Names changed at 5.0 and again at 6.0.
            .number("smallestMajor", 6)
            .function("count", "cnrtGetDeviceCount")
            .function("select", "cnrtSetDevice")
            .function("selected", "cnrtGetDevice")
            .function("properties", "cnrtGetDeviceProperties_V3", "cnrtGetDeviceProperties")
            .function("address", "cnrtDeviceGetPCIBusId")
            .function("memory", "cnrtMemGetInfo")
            .function("allocate", "cnrtMalloc")
            .function("free", "cnrtFree")
            .function("allocatePinned", "cnrtHostMalloc")
            .function("freePinned", "cnrtFreeHost")
            .function("clear", "cnrtMemset")
            .function("copy", "cnrtMemcpy")
            .number("toDevice", 0)
            .number("onDevice", 1)
            .number("toHost", 2)
            .function("copyAsync", "cnrtMemcpyAsync_V3", "cnrtMemcpyAsync_V2", "cnrtMemcpyAsync")
            .number("queueBeforeDirection", 1)
            .function("createQueue", "cnrtQueueCreate")
            .function("destroyQueue", "cnrtQueueDestroy")
            .function("queryQueue", "cnrtQueueQuery")
            .function("finishQueue", "cnrtQueueSync")
            .function("queueWaits", "cnrtQueueWaitNotifier")
            .number("eventBeforeQueue", 1)
            .function("createEvent", "cnrtNotifierCreateWithFlags")
            .function("destroyEvent", "cnrtNotifierDestroy")
            .function("recordEvent", "cnrtPlaceNotifier")
            .function("queryEvent", "cnrtQueryNotifier")
            // Both codes occur, from queues and from notifiers.
            .number("notReady", 1)
            .number("alsoNotReady", 632014)
            .function("attributes", "cnrtPointerGetAttributes")
            .function("hostFunction", "cnrtInvokeHostFunc")
            .function("lastError", "cnrtGetLastError")
            .function("errorText", "cnrtGetErrorStr");

    private Cambricon() {}
}
