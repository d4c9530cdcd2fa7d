// What the walking threads hand to the one that writes.
#pragma once

#include <stdbool.h>

#include "walk.h"

struct event {
    struct folder *folder;
    bool is_finish; // the folder was handed over before, and is finished with all below it
};

void put_event(struct event event);

// No more events will come.
void end_events(void);

// Calls `write` for each event in order, until the end.
void write_events(void (*write)(struct event event));
