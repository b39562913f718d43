// Iluvatar's libcudart.so.10.2: CUDA's names in another vendor's library.
#include <cstdio>
#include <cstring>

#include "engine.h"

using namespace simulation;

namespace simulation {
const Dialect dialect = {"iluvatar", "Simulated BI-V150", "CUDA_VISIBLE_DEVICES", 1, 2, 100, 101, 400, 21, 600, 600,
                         false, 2};
}

extern "C" {

static Direction directionOf(int kind) {
    return kind == 4 ? BY_ADDRESS : kind < 0 || kind > 4 ? NO_DIRECTION : static_cast<Direction>(kind);
}

#define P(name) cuda##name
#include "cuda_like.inc"

int cudaRuntimeGetVersion(int *version) {
    *version = 10020;
    return SIM("version", 0);
}

int cudaGetDeviceProperties(void *properties, int device) {
    if (!hasDevice(device)) {
        return result(dialect.invalidDevice);
    }
    std::memset(properties, 0, 712);
    std::strcpy(static_cast<char *>(properties), dialect.deviceName);
    return SIM("properties", 0);
}

// CUDA 10's layout; an address that is not known is an error.
struct Attributes {
    int memoryType;
    int type;
    int device;
    void *devicePointer;
    void *hostPointer;
    int isManaged;
};

int cudaPointerGetAttributes(Attributes *attributes, const void *address) {
    int device;
    size_t bytes;
    Kind kind = kindOf(address, &device, &bytes);
    if (kind == UNKNOWN) {
        return result(dialect.invalid);
    }
    int type = kind == DEVICE ? 2 : 1;
    void *given = const_cast<void *>(address);
    *attributes = {type, type, device, given, kind == DEVICE ? nullptr : given, 0};
    return SIM("attributes", 0);
}
}
