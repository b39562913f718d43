#include "queue.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace simulation {

namespace {

using Clock = std::chrono::steady_clock;

// A place in a queue that an event stands for.
struct Mark {
    std::mutex mutex;
    std::condition_variable changed;
    bool reached = false;

    void reach() {
        {
            std::lock_guard<std::mutex> lock(mutex);
            reached = true;
        }
        changed.notify_all();
    }

    void await() {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return reached; });
    }

    bool isReached() {
        std::lock_guard<std::mutex> lock(mutex);
        return reached;
    }
};

struct Queue {
    int device = 0;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> work;
    bool busy = false;
    bool ended = false;
    std::thread thread;

    void run() {
        const char *text = std::getenv("ICCL_SIM_DELAY_US");
        std::chrono::microseconds delay(text == nullptr ? 20 : std::atoi(text));
        std::unique_lock<std::mutex> lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return !work.empty() || ended; });
            if (work.empty()) {
                return;
            }
            std::function<void()> next = std::move(work.front());
            work.pop_front();
            busy = true;
            lock.unlock();
            std::this_thread::sleep_for(delay);
            next();
            lock.lock();
            busy = false;
            changed.notify_all();
        }
    }

    void finish() {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return work.empty() && !busy; });
    }
};

struct Event {
    std::shared_ptr<Mark> mark;  // null: never recorded
    std::mutex mutex;
};

std::mutex registry;
// Never destroyed: threads may still run when the process ends.
std::set<Queue *> &queues = *new std::set<Queue *>();
std::map<int, Queue *> &defaults = *new std::map<int, Queue *>();
std::set<Event *> &events = *new std::set<Event *>();

// The queue of what names none; each device has its own.
Queue *defaultQueue() {
    int device = 0;
    selected(&device);
    Queue *&found = defaults[device];
    if (found == nullptr) {
        Queue *made = new Queue();
        made->device = device;
        made->thread = std::thread([made] { made->run(); });
        found = made;
    }
    return found;
}

Queue *find(void *queue) {
    std::lock_guard<std::mutex> lock(registry);
    if (queue == nullptr) {
        return defaultQueue();
    }
    auto found = queues.find(static_cast<Queue *>(queue));
    return found == queues.end() ? nullptr : *found;
}

Event *findEvent(void *event) {
    std::lock_guard<std::mutex> lock(registry);
    auto found = events.find(static_cast<Event *>(event));
    return found == events.end() ? nullptr : *found;
}

// The queue, or null with the code to return.
Queue *usable(void *queue, int *code) {
    Queue *found = find(queue);
    int device = 0;
    selected(&device);
    bool wrong = found == nullptr || (dialect.strictDevice && found->device != device);
    *code = wrong ? dialect.invalidHandle : 0;
    return wrong ? nullptr : found;
}

double bandwidth() {
    static const double bytesPerSecond = [] {
        const char *text = std::getenv("ICCL_SIM_BANDWIDTH");
        return text == nullptr ? 0.0 : std::atof(text);
    }();
    return bytesPerSecond;
}

}  // namespace

int enqueue(void *queue, std::function<void()> work) {
    int code;
    Queue *on = usable(queue, &code);
    if (on != nullptr) {
        {
            std::lock_guard<std::mutex> lock(on->mutex);
            on->work.push_back(std::move(work));
        }
        on->changed.notify_all();
    }
    return code;
}

void finishAllQueues() {
    std::set<Queue *> made;
    std::map<int, Queue *> own;
    {
        std::lock_guard<std::mutex> lock(registry);
        made = queues;
        own = defaults;
    }
    for (const auto &entry : own) {
        entry.second->finish();
    }
    for (Queue *queue : made) {
        if (find(queue) != nullptr) {
            queue->finish();
        }
    }
}

void transfer(char *to, const char *from, size_t bytes, Direction direction) {
    // One engine to each device's side and back, as most devices have.
    static std::mutex mutex[4];
    static Clock::time_point freeAt[4];
    std::memcpy(to, from, bytes);
    if (bandwidth() <= 0) {
        return;
    }
    Clock::time_point until;
    {
        std::lock_guard<std::mutex> lock(mutex[direction]);
        Clock::time_point now = Clock::now();
        auto duration = std::chrono::duration<double>(static_cast<double>(bytes) / bandwidth());
        until = (freeAt[direction] > now ? freeAt[direction] : now) +
                std::chrono::duration_cast<Clock::duration>(duration);
        freeAt[direction] = until;
    }
    std::this_thread::sleep_until(until);
}

int createQueue(void **queue) {
    Queue *made = new Queue();
    selected(&made->device);
    made->thread = std::thread([made] { made->run(); });
    std::lock_guard<std::mutex> lock(registry);
    queues.insert(made);
    *queue = made;
    return 0;
}

int destroyQueue(void *queue) {
    int code;
    if (queue == nullptr) {
        return dialect.invalidHandle;
    }
    Queue *gone = usable(queue, &code);
    if (gone == nullptr) {
        return code;
    }
    {
        std::lock_guard<std::mutex> lock(registry);
        queues.erase(gone);
    }
    {
        std::lock_guard<std::mutex> lock(gone->mutex);
        gone->ended = true;
    }
    gone->changed.notify_all();
    gone->thread.join();
    delete gone;
    return 0;
}

int finishQueue(void *queue) {
    int code;
    Queue *on = usable(queue, &code);
    if (on != nullptr) {
        on->finish();
    }
    return code;
}

int queryQueue(void *queue) {
    int code;
    Queue *on = usable(queue, &code);
    if (on == nullptr) {
        return code;
    }
    std::lock_guard<std::mutex> lock(on->mutex);
    return on->work.empty() && !on->busy ? 0 : dialect.notReadyQueue;
}

int createEvent(void **event) {
    Event *made = new Event();
    std::lock_guard<std::mutex> lock(registry);
    events.insert(made);
    *event = made;
    return 0;
}

int destroyEvent(void *event) {
    Event *gone = findEvent(event);
    if (gone == nullptr) {
        return dialect.invalidHandle;
    }
    std::lock_guard<std::mutex> lock(registry);
    events.erase(gone);
    delete gone;  // its mark lives as long as a queue needs it
    return 0;
}

int recordEvent(void *event, void *queue) {
    Event *mark = findEvent(event);
    if (mark == nullptr) {
        return dialect.invalidHandle;
    }
    std::shared_ptr<Mark> place = std::make_shared<Mark>();
    int code = enqueue(queue, [place] { place->reach(); });
    if (code == 0) {
        std::lock_guard<std::mutex> lock(mark->mutex);
        mark->mark = place;
    }
    return code;
}

namespace {

std::shared_ptr<Mark> placeOf(Event *event) {
    std::lock_guard<std::mutex> lock(event->mutex);
    return event->mark;
}

}  // namespace

int queryEvent(void *event) {
    Event *mark = findEvent(event);
    if (mark == nullptr) {
        return dialect.invalidHandle;
    }
    std::shared_ptr<Mark> place = placeOf(mark);
    return place == nullptr || place->isReached() ? 0 : dialect.notReadyEvent;
}

int queueWaits(void *queue, void *event) {
    Event *mark = findEvent(event);
    if (mark == nullptr) {
        return dialect.invalidHandle;
    }
    std::shared_ptr<Mark> place = placeOf(mark);
    return place == nullptr ? 0 : enqueue(queue, [place] { place->await(); });
}

int liveQueues() {
    std::lock_guard<std::mutex> lock(registry);
    return static_cast<int>(queues.size());
}

int liveEvents() {
    std::lock_guard<std::mutex> lock(registry);
    return static_cast<int>(events.size());
}

}  // namespace simulation
