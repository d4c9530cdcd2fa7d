#include "queue.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    // Waking a thread takes longer than writing a folder: the writer sleeps until this many wait ...
    worth_waking = 64,
    // ... and who brings more than this sleeps until the writer takes them, so that memory is bounded.
    most_waiting = 4096,
};

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t more, less;
    struct event *events;
    size_t count, capacity;
    bool is_end;
} queue = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .more = PTHREAD_COND_INITIALIZER,
    .less = PTHREAD_COND_INITIALIZER,
};

void put_event(struct event event) {
    pthread_mutex_lock(&queue.mutex);
    while (queue.count >= most_waiting) pthread_cond_wait(&queue.less, &queue.mutex);
    if (queue.count == queue.capacity) {
        queue.capacity = queue.capacity ? queue.capacity * 2 : worth_waking;
        queue.events = allocate(queue.events, queue.capacity * sizeof *queue.events);
    }
    queue.events[queue.count++] = event;
    if (queue.count == worth_waking) pthread_cond_signal(&queue.more);
    pthread_mutex_unlock(&queue.mutex);
}

void end_events(void) {
    pthread_mutex_lock(&queue.mutex);
    queue.is_end = true;
    pthread_cond_signal(&queue.more);
    pthread_mutex_unlock(&queue.mutex);
}

void write_events(void (*write)(struct event event)) {
    struct event *events = NULL;
    size_t capacity = 0;
    while (true) {
        pthread_mutex_lock(&queue.mutex);
        while (queue.count < worth_waking && !queue.is_end) pthread_cond_wait(&queue.more, &queue.mutex);
        struct event *taken = queue.events;
        size_t count = queue.count, taken_capacity = queue.capacity;
        queue.events = events;
        queue.capacity = capacity;
        queue.count = 0;
        pthread_cond_broadcast(&queue.less);
        pthread_mutex_unlock(&queue.mutex);
        events = taken;
        capacity = taken_capacity;
        if (count == 0) break; // only at the end
        for (size_t i = 0; i < count; i++) write(events[i]);
    }
    free(events);
    free(queue.events);
}
