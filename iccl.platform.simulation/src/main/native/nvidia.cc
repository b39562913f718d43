// libcudart.so.12 as vendor-neutral tests need it.
#include <dlfcn.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "engine.h"

using namespace simulation;

namespace simulation {
const Dialect dialect = {"nvidia", "Simulated H200", "CUDA_VISIBLE_DEVICES", 1, 2, 100, 101, 400, 21, 600, 600, false, 1};
}

#ifdef OPENS_LATE
// As runtimes open their driver's library: not before it is needed, here from the same folder.
static void openLate() {
    Dl_info own;
    dladdr(&dialect, &own);
    std::string path = own.dli_fname;
    dlopen((path.substr(0, path.rfind('/') + 1) + OPENS_LATE).c_str(), RTLD_NOW | RTLD_LOCAL);
}
#endif

extern "C" {

static Direction directionOf(int kind) {
    return kind == 4 ? BY_ADDRESS : kind < 0 || kind > 4 ? NO_DIRECTION : static_cast<Direction>(kind);
}

#define P(name) cuda##name
#include "cuda_like.inc"

int cudaHostAlloc(void **address, size_t bytes, unsigned flags) {
    return flags > 7 ? result(dialect.invalid) : SIM("allocatePinned", allocatePinned(address, bytes));
}

int cudaRuntimeGetVersion(int *version) {
    *version = 12040;
    return SIM("version", 0);
}

// CUDA 12's structure: the name is first, the whole is about a kilobyte.
int cudaGetDeviceProperties_v2(void *properties, int device) {
    if (!hasDevice(device)) {
        return result(dialect.invalidDevice);
    }
    std::memset(properties, 0, 1032);
    std::strcpy(static_cast<char *>(properties), dialect.deviceName);
    return SIM("properties", 0);
}

// Not NVIDIA's: for a make-believe MPI that takes addresses of devices.
void *cudaSimulatedMemory(const void *address) { return reachable(address); }

// The layout since CUDA 11: an address that is not known is no error.
struct Attributes {
    int type;
    int device;
    void *devicePointer;
    void *hostPointer;
};

int cudaPointerGetAttributes(Attributes *attributes, const void *address) {
    int device;
    size_t bytes;
    Kind kind = kindOf(address, &device, &bytes);
    void *given = const_cast<void *>(address);
    *attributes = {kind == DEVICE ? 2 : kind == HOST ? 1 : 0, device, given, kind == DEVICE ? nullptr : given};
    return SIM("attributes", 0);
}
}
