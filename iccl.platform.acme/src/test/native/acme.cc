// Acme's runtime as the tests need it: CUDA's names with another prefix, and a number of its own.
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "engine.h"

using namespace simulation;

namespace simulation {
const Dialect dialect = {"acme", "Acme Anvil", "ACME_VISIBLE_DEVICES", 1, 2, 100, 101, 400, 21, 77, 77, false};
}

extern "C" {

static Direction directionOf(int kind) {
    return kind < 0 || kind > 3 ? NO_DIRECTION : static_cast<Direction>(kind);
}

#define P(name) acme##name
#include "cuda_like.inc"

int acmeDeviceGetName(char *name, int length, int) {
    std::snprintf(name, static_cast<size_t>(length), "%s", dialect.deviceName);
    return 0;
}
}
