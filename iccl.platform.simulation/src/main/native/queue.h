// The queues and events of the simulation: each queue has a thread that does its work in order.
#pragma once

#include <cstddef>
#include <functional>

#include "engine.h"

namespace simulation {

// Adds work; an error when there is no such queue, or it is of another device and the vendor minds.
int enqueue(void *queue, std::function<void()> work);
// Waits until no queue has work.
void finishAllQueues();
// Copies as fast as the direction's engine allows.
void transfer(char *to, const char *from, size_t bytes, Direction direction);
int liveQueues();
int liveEvents();

}  // namespace simulation
