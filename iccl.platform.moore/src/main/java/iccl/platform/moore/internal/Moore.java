package iccl.platform.moore.internal;

import iccl.platform.device.VendorTable;

/** What is peculiar to Moore Threads MUSA. */
final class Moore {
    static final String NAME = "moore";

    static final VendorTable TABLE = new VendorTable(NAME, "Moore Threads MUSA")
            .pciVendor(0x1ed5)
            .nodes("mtgpu*", "mtgpu.*")
            .rootVariables("MUSA_HOME", "MUSA_ROOT", "MUSA_PATH", "MUSA_INSTALL_PATH")
            .roots("/usr/local/musa", "/usr/local/musa*")
            .folders("lib", "lib64")
            .libraries("libmusart.so.5", "libmusart.so.4", "libmusart.so.1", "libmusart.so")
            .visibleVariables("MUSA_VISIBLE_DEVICES")
            .likeCuda("musa");

    private Moore() {}
}
