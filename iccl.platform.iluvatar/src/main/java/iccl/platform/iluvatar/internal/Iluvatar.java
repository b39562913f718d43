package iccl.platform.iluvatar.internal;

import iccl.platform.device.VendorTable;

/** What is peculiar to Iluvatar CoreX. */
final class Iluvatar {
    static final String NAME = "iluvatar";

    static final VendorTable TABLE = new VendorTable(NAME, "Iluvatar CoreX")
            .pciVendor(0x1e3e)
            .nodes("iluvatar*", "itrctl")
            .rootVariables("COREX_HOME")
            .roots("/usr/local/corex", "/usr/local/corex-*")
            .folders("lib64", "lib")
            .libraries("libcudart.so.10.2", "libcudart.so")
            .visibleVariables("CUDA_VISIBLE_DEVICES", "IX_VISIBLE_DEVICES")
            .foreign("cu-bridge", "/opt/maca", "libmcruntime", "libsymbol_cu")
            // It presents itself as CUDA 10.2; newer names, such as those that end in _v2, are left alone.
            .likeCuda("cuda");

    private Iluvatar() {}
}
