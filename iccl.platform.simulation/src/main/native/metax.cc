// libmcruntime.so. Its memory types are not documented: here they are numbers that nobody would guess.
#include <cstdio>
#include <cstring>

#include "engine.h"

using namespace simulation;

namespace simulation {
const Dialect dialect = {"metax", "Simulated C500", "MACA_VISIBLE_DEVICES", 1, 2, 100, 101, 400, 21, 600, 600, true, 3};
}

extern "C" {

static Direction directionOf(int kind) {
    return kind == 4 ? BY_ADDRESS : kind < 0 || kind > 4 ? NO_DIRECTION : static_cast<Direction>(kind);
}

#define P(name) mc##name
#include "cuda_like.inc"

int mcDeviceGetName(char *name, int length, int device) {
    if (!hasDevice(device)) {
        return result(dialect.invalidDevice);
    }
    std::snprintf(name, static_cast<size_t>(length), "%s", dialect.deviceName);
    return SIM("name", 0);
}

// Nobody knows the layout; whoever reads a name here is wrong.
int mcGetDeviceProperties(void *properties, int) {
    std::memset(properties, 0x01, 512);
    return SIM("properties", 0);
}

struct Attributes {
#ifdef POINTER_FIRST
    void *pointer;
#endif
    int type;
    int device;
    void *devicePointer;
    void *hostPointer;
    int isManaged;
    unsigned allocationFlags;
};

int mcPointerGetAttributes(Attributes *attributes, const void *address) {
    int device;
    size_t bytes;
    Kind kind = kindOf(address, &device, &bytes);
#ifdef PINNED_UNKNOWN
    kind = kind == HOST ? UNKNOWN : kind;
#endif
    if (kind == UNKNOWN) {
        return result(dialect.invalid);
    }
    void *given = const_cast<void *>(address);
    *attributes = {
#ifdef POINTER_FIRST
        given,
#endif
        kind == DEVICE ? 13 : 7, device, given, kind == DEVICE ? nullptr : given, 0, 0};
    return SIM("attributes", 0);
}
}
