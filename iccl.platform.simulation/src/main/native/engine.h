// A make-believe accelerator over host memory, for tests. Each vendor's library is this engine under the vendor's names.
//
// Faithful where programs go wrong: an address of a device faults when the host touches it (memory is mapped twice; the
// mapping that is given out may not be accessed), work on a queue runs later and on another thread, directions, handles and
// devices are checked, and what is not done is "not ready". A call that names no queue goes to a queue, too: clearing, copies on
// the device and copies from ordinary memory return before they are done, as they may with the vendors.
//
// Environment, all optional; VENDOR is the platform's name:
//   ICCL_SIM_DEVICES=N               devices of each vendor (1)
//   ICCL_SIM_BANDWIDTH=BYTES         per second and direction of copying (0: as fast as the host)
//   ICCL_SIM_DELAY_US=N              before a queue's work (20)
//   ICCL_SIM_FAIL=VENDOR.FUNCTION:N:CODE     the Nth call returns CODE
//   ICCL_SIM_CRASH=VENDOR.FUNCTION, ICCL_SIM_HANG=VENDOR.FUNCTION     FUNCTION may be "load"
//   ICCL_SIM_LIVE=FILE               at exit a line is added: what was not given back
#pragma once

#include <cstddef>
#include <cstdint>

namespace simulation {

enum Kind { UNKNOWN, HOST, DEVICE };
enum Direction { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, BY_ADDRESS, NO_DIRECTION };

// A vendor's own numbers.
struct Dialect {
    const char *vendor;
    const char *deviceName;
    const char *visible;  // the environment variable that hides devices
    int invalid;
    int noMemory;
    int noDevice;
    int invalidDevice;
    int invalidHandle;
    int invalidDirection;
    int notReadyQueue;
    int notReadyEvent;
    bool strictDevice;  // a queue must be of the selected device
    int bus = 0x10;     // where the devices are on the PCI bus
};

// Each library has one.
extern const Dialect dialect;

// To be called first by every function; what is not 0 is to be returned.
int enter(const char *function);
// Remembers an error for the thread, and returns it.
int result(int code);
int takeLastError();

int count(int *devices);
int select(int device);
int selected(int *device);
bool hasDevice(int device);
int memory(size_t *free, size_t *total);
int allocate(void **address, size_t bytes);
int allocatePinned(void **address, size_t bytes);
int release(void *address, Kind kind);
int clear(void *address, int value, size_t bytes);
int copy(void *to, const void *from, size_t bytes, Direction direction);
int copyAsync(void *to, const void *from, size_t bytes, Direction direction, void *queue);
int createQueue(void **queue);
int destroyQueue(void *queue);
int finishQueue(void *queue);
int queryQueue(void *queue);
int createEvent(void **event);
int destroyEvent(void *event);
int recordEvent(void *event, void *queue);
int queryEvent(void *event);
int queueWaits(void *queue, void *event);
int callHost(void *queue, void (*function)(void *), void *argument);
// Where the host reaches what is at an address of a device; null when it is none.
void *reachable(const void *address);
// Where an address is; the device and the size of its allocation.
Kind kindOf(const void *address, int *device, size_t *bytes);

}  // namespace simulation
