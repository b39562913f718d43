package iccl.platform.nvidia.internal;

import iccl.platform.device.VendorTable;

/** What is peculiar to NVIDIA. */
final class Nvidia {
    static final String NAME = "nvidia";

    static final VendorTable TABLE = new VendorTable(NAME, "NVIDIA")
            .pciVendor(0x10de)
            .nodes("nvidia*")
            .rootVariables("CUDA_HOME", "CUDA_PATH")
            .roots(
                    "/usr/local/cuda",
                    "/usr/local/cuda-*",
                    "/usr/lib/x86_64-linux-gnu",
                    "/usr/lib/aarch64-linux-gnu",
                    "/usr/lib64")
            .folders("lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "lib", "")
            .libraries("libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so.10.2", "libcudart.so")
            .visibleVariables("CUDA_VISIBLE_DEVICES")
            // Two other vendors ship a libcudart.so of their own.
            .foreign("corex", "libixthunk", "cu-bridge", "/opt/maca", "libmcruntime", "libsymbol_cu")
            .likeCuda("cuda")
            // Up to CUDA 12 the plain name has an older structure; from 13 on there is only the plain name.
            .function("properties", "cudaGetDeviceProperties_v2", "cudaGetDeviceProperties");

    private Nvidia() {}
}
