// HTTP by libcurl's multi interface, in the few calls that Swift cannot make by itself: setopt and getinfo are variadic.
//
// The library is loaded when it is first used and not linked: it brings some thirty others with it, whose loading would
// take longer than the whole start of a command that walks local trees.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is to be sent. All strings are copied.
struct imgindex_request {
    uint64_t id;                  // Of the caller's choice; comes back with the answer.
    const char *url;
    const char *const *headers;   // "Name: value" each.
    size_t header_count;
    const void *body;             // NULL: GET, else POST.
    size_t body_size;
    const char *user_password;    // "user:password" for basic authentication; NULL: none.
    long connect_milliseconds;    // The longest time until the connection stands.
    long total_milliseconds;      // The longest time until the answer is there.
    size_t largest_answer;        // In bytes; a longer one is an error.
    bool is_plain;                // Whether http:// is spoken, never through a proxy; else https:// only.
};

// What came back.
struct imgindex_answer {
    uint64_t id;
    const char *failure;          // Why there is no answer; NULL: there is one. Static.
    bool is_too_large;
    bool is_timeout;
    long status;                  // Of HTTP.
    int64_t retry_after;          // Seconds, or 0 if it does not say.
    void *body;
    size_t body_size;
};

struct imgindex_transfers;

// Loads the library. NULL, or why it cannot be; static.
const char *imgindex_curl_load(void);

// Makes an empty set of transfers; NULL if there is no memory. `ca_file`: certificates to trust instead of the system's, or NULL.
struct imgindex_transfers *imgindex_transfers_new(const char *ca_file);

// Ends all of them.
void imgindex_transfers_free(struct imgindex_transfers *transfers);

// Begins one. NULL, or why it cannot be begun.
const char *imgindex_transfers_add(struct imgindex_transfers *transfers, const struct imgindex_request *request);

// Waits until something can be done, `milliseconds` at most, and does it.
void imgindex_transfers_run(struct imgindex_transfers *transfers, int milliseconds);

// Gives all of them up.
void imgindex_transfers_cancel(struct imgindex_transfers *transfers);

// Takes an answer that is complete; false if there is none. Its body is the caller's, for imgindex_free.
bool imgindex_transfers_take(struct imgindex_transfers *transfers, struct imgindex_answer *answer);

// free(3), of the same C library that made it.
void imgindex_free(void *body);

// Ends the wait of imgindex_transfers_run; may be called on any thread.
void imgindex_transfers_wake(struct imgindex_transfers *transfers);
