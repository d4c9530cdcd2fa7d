#include "CCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The functions of libcurl that are used, with the types of its header.
#define FUNCTIONS(each)                                                                                                \
    each(curl_global_init) each(curl_easy_init) each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_easy_cleanup) \
        each(curl_easy_strerror) each(curl_slist_append) each(curl_slist_free_all) each(curl_multi_init)               \
            each(curl_multi_cleanup) each(curl_multi_add_handle) each(curl_multi_remove_handle)                        \
                each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_wakeup) each(curl_multi_info_read)      \
                    each(curl_multi_strerror)

// The header's macros check the types of direct calls only.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define POINTER(name) static __typeof__(&name) load_##name;
FUNCTIONS(POINTER)
#undef POINTER

static const char *failure;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        failure = "libcurl is not installed (Debian: apt-get install libcurl4)";
        return;
    }
#define RESOLVE(name)                                            \
    load_##name = (__typeof__(&name))dlsym(library, #name);      \
    if (!load_##name) {                                          \
        failure = "libcurl is too old: it has no " #name;        \
        return;                                                  \
    }
    FUNCTIONS(RESOLVE)
#undef RESOLVE
    if (load_curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) failure = "libcurl cannot be started";
}

const char *imgindex_curl_load(void) {
    pthread_once(&loaded, load);
    return failure;
}

// One request on its way.
struct transfer {
    uint64_t id;
    CURL *handle;
    struct curl_slist *headers;
    char *body;
    size_t size, room, largest;
    bool is_too_large;
    struct transfer *next, *previous;
};

struct imgindex_transfers {
    CURLM *multi;
    char *ca_file;
    struct transfer *first;
};

struct imgindex_transfers *imgindex_transfers_new(const char *ca_file) {
    struct imgindex_transfers *transfers = calloc(1, sizeof *transfers);
    if (!transfers) return NULL;
    transfers->multi = load_curl_multi_init();
    transfers->ca_file = ca_file ? strdup(ca_file) : NULL;
    if (transfers->multi && (transfers->ca_file || !ca_file)) return transfers;
    imgindex_transfers_free(transfers);
    return NULL;
}

static void unlink_transfer(struct imgindex_transfers *transfers, struct transfer *transfer) {
    if (transfer->previous) transfer->previous->next = transfer->next;
    else transfers->first = transfer->next;
    if (transfer->next) transfer->next->previous = transfer->previous;
}

static void free_transfer(struct transfer *transfer) {
    if (transfer->handle) load_curl_easy_cleanup(transfer->handle);
    load_curl_slist_free_all(transfer->headers);
    free(transfer->body);
    free(transfer);
}

void imgindex_transfers_cancel(struct imgindex_transfers *transfers) {
    while (transfers->first) {
        struct transfer *transfer = transfers->first;
        unlink_transfer(transfers, transfer);
        load_curl_multi_remove_handle(transfers->multi, transfer->handle);
        free_transfer(transfer);
    }
}

void imgindex_transfers_free(struct imgindex_transfers *transfers) {
    imgindex_transfers_cancel(transfers);
    if (transfers->multi) load_curl_multi_cleanup(transfers->multi);
    free(transfers->ca_file);
    free(transfers);
}

// Takes a part of an answer; less than all of it ends the transfer.
static size_t take_part(char *part, size_t one, size_t count, void *context) {
    struct transfer *transfer = context;
    if (count > transfer->largest - transfer->size) {
        transfer->is_too_large = true;
        return 0;
    }
    if (count > transfer->room - transfer->size) {
        size_t room = transfer->room ? transfer->room : 16384;
        while (count > room - transfer->size) room *= 2;
        char *body = realloc(transfer->body, room);
        if (!body) return 0;
        transfer->body = body;
        transfer->room = room;
    }
    memcpy(transfer->body + transfer->size, part, count);
    transfer->size += count;
    return count * one;
}

// Sets all options; false if one is not taken, for lack of memory or an URL that is none.
static bool set_options(struct imgindex_transfers *transfers, struct transfer *transfer,
                        const struct imgindex_request *request) {
    bool is_set = true;
#define SET(option, value) is_set = load_curl_easy_setopt(transfer->handle, option, value) == CURLE_OK && is_set
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_PROTOCOLS_STR, request->is_plain ? "http" : "https");
    SET(CURLOPT_FOLLOWLOCATION, 0L); // A token is for one host.
    SET(CURLOPT_NOSIGNAL, 1L);       // Signals are the command's.
    SET(CURLOPT_BUFFERSIZE, 131072L); // With less than a segment of the loopback device (64 KiB) a large answer may stall.
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_USERAGENT, "imgindex");
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
    SET(CURLOPT_TIMEOUT_MS, request->total_milliseconds);
    SET(CURLOPT_WRITEFUNCTION, take_part);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_PRIVATE, transfer);
    if (request->is_plain) SET(CURLOPT_NOPROXY, "*");
    if (transfers->ca_file) SET(CURLOPT_CAINFO, transfers->ca_file);
    if (request->user_password) {
        SET(CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
        SET(CURLOPT_USERPWD, request->user_password);
    }
    if (request->body) {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
        SET(CURLOPT_COPYPOSTFIELDS, request->body);
    }
    for (size_t index = 0; index < request->header_count; index++) {
        struct curl_slist *headers = load_curl_slist_append(transfer->headers, request->headers[index]);
        if (!headers) return false;
        transfer->headers = headers;
    }
    SET(CURLOPT_HTTPHEADER, transfer->headers);
#undef SET
    return is_set;
}

const char *imgindex_transfers_add(struct imgindex_transfers *transfers, const struct imgindex_request *request) {
    struct transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return "out of memory";
    transfer->id = request->id;
    transfer->largest = request->largest_answer;
    transfer->handle = load_curl_easy_init();
    if (!transfer->handle || !set_options(transfers, transfer, request)) {
        free_transfer(transfer);
        return "the request cannot be made";
    }
    CURLMcode code = load_curl_multi_add_handle(transfers->multi, transfer->handle);
    if (code != CURLM_OK) {
        free_transfer(transfer);
        return load_curl_multi_strerror(code);
    }
    transfer->next = transfers->first;
    if (transfer->next) transfer->next->previous = transfer;
    transfers->first = transfer;
    return NULL;
}

void imgindex_transfers_run(struct imgindex_transfers *transfers, int milliseconds) {
    int running = 0;
    // First, and not between two of the others: what is complete is not to wait. A new transfer ends the wait at once.
    load_curl_multi_poll(transfers->multi, NULL, 0, milliseconds, NULL);
    load_curl_multi_perform(transfers->multi, &running);
}

bool imgindex_transfers_take(struct imgindex_transfers *transfers, struct imgindex_answer *answer) {
    int left;
    CURLMsg *message;
    while ((message = load_curl_multi_info_read(transfers->multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        // Before the handle is removed: the message goes with it.
        CURLcode code = message->data.result;
        CURL *handle = message->easy_handle;
        struct transfer *transfer = NULL;
        load_curl_easy_getinfo(handle, CURLINFO_PRIVATE, (char **)&transfer);
        memset(answer, 0, sizeof *answer);
        curl_off_t retry_after = 0;
        load_curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->status);
        load_curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &retry_after);
        answer->id = transfer->id;
        answer->failure = code == CURLE_OK ? NULL : load_curl_easy_strerror(code);
        answer->is_too_large = transfer->is_too_large;
        answer->is_timeout = code == CURLE_OPERATION_TIMEDOUT;
        answer->retry_after = retry_after;
        answer->body = transfer->body;
        answer->body_size = transfer->size;
        transfer->body = NULL;
        load_curl_multi_remove_handle(transfers->multi, handle);
        unlink_transfer(transfers, transfer);
        free_transfer(transfer);
        return true;
    }
    return false;
}

void imgindex_free(void *body) { free(body); }

void imgindex_transfers_wake(struct imgindex_transfers *transfers) { load_curl_multi_wakeup(transfers->multi); }
