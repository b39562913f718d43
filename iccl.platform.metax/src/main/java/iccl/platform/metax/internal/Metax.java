package iccl.platform.metax.internal;

import iccl.platform.device.VendorTable;

/** What is peculiar to MetaX MACA. */
final class Metax {
    static final String NAME = "metax";

    static final VendorTable TABLE = new VendorTable(NAME, "MetaX MACA")
            .pciVendor(0x9999)
            .nodes("mxcd", "mxnd", "mxgd")
            .rootVariables("MACA_PATH", "MACA_HOME", "MACA_ROOT")
            .roots("/opt/maca", "/opt/maca-*")
            .folders("lib", "lib64")
            .libraries("libmcruntime.so")
            .visibleVariables("MACA_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES")
            .likeCuda("mc")
            // The layout of the properties is not known, and the numbers of the attributes are MetaX's own.
            .function("name", "mcDeviceGetName")
            .function("properties")
            .function("allocatePinned", "mcMallocHost");

    private Metax() {}
}
