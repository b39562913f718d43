// libmusart.so.
#include <cstdio>
#include <cstring>

#include "engine.h"

using namespace simulation;

namespace simulation {
const Dialect dialect = {"moore", "Simulated S4000", "MUSA_VISIBLE_DEVICES", 1, 2, 100, 101, 400, 21, 600, 600, false, 4};
}

extern "C" {

static Direction directionOf(int kind) {
    return kind == 4 ? BY_ADDRESS : kind < 0 || kind > 4 ? NO_DIRECTION : static_cast<Direction>(kind);
}

#define P(name) musa##name
#include "cuda_like.inc"

int musaHostAlloc(void **address, size_t bytes, unsigned flags) {
    return flags > 7 ? result(dialect.invalid) : SIM("allocatePinned", allocatePinned(address, bytes));
}

int musaRuntimeGetVersion(int *version) {
    *version = 4000;
    return SIM("version", 0);
}

// The layout of the SDK of 2024.
int musaGetDeviceProperties(void *properties, int device) {
    if (!hasDevice(device)) {
        return result(dialect.invalidDevice);
    }
    std::memset(properties, 0, 728);
    std::strcpy(static_cast<char *>(properties), dialect.deviceName);
    return SIM("properties", 0);
}

struct Attributes {
    int type;
    int device;
    void *devicePointer;
    void *hostPointer;
};

int musaPointerGetAttributes(Attributes *attributes, const void *address) {
    int device;
    size_t bytes;
    Kind kind = kindOf(address, &device, &bytes);
    if (kind == UNKNOWN) {
        return result(dialect.invalid);
    }
    void *given = const_cast<void *>(address);
    *attributes = {kind == DEVICE ? 2 : 1, device, given, kind == DEVICE ? nullptr : given};
    return SIM("attributes", 0);
}
}
