// Counts the calls, and knows which of them the plan strikes.

#define _GNU_SOURCE
#include "CFaults.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const place_names[PLACES] = {"", "tree", "main", "wal", "shm", "journal", "folder"};
static const char *const call_names[CALLS] = {
    "access", "close", "fchmod", "fchown", "fcntl", "fdatasync", "fstat", "fsync", "ftruncate", "getdents64", "lstat",
    "mkdir", "mmap", "open", "openat", "pread", "pwrite", "read", "readlink", "realpath", "stat", "statx", "unlink",
    "write",
};

// Written by the constructor, before there is a second thread.
static char plan_key[64];
static int plan_number;
static char plan_manner[16];
static int plan_code;

static _Atomic(int) counts[PLACES][CALLS];
static _Atomic(int) call_counts[CALLS];
static _Atomic(int) all_count;

// Past the C library, so that the report is no call of the program.
static void report(const char *format, ...) {
    const char *path = getenv("FAULTS_REPORT");
    if (path == NULL) {
        return;
    }
    char line[128];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file >= 0) {
        syscall(SYS_write, file, line, (size_t)length);
        syscall(SYS_close, file);
    }
}

__attribute__((constructor)) static void read_plan(void) {
    const char *plan = getenv("FAULTS_PLAN");
    if (plan != NULL
        && sscanf(plan, "%63s %d %15s %d", plan_key, &plan_number, plan_manner, &plan_code) != 4) {
        report("unreadable plan\n");
        _exit(99);
    }
}

__attribute__((destructor)) static void report_counts(void) {
    for (int place = 0; place < PLACES; place += 1) {
        for (int call = 0; call < CALLS; call += 1) {
            int count = atomic_load(&counts[place][call]);
            if (count > 0) {
                report("count %s.%s %d\n", place_names[place], call_names[call], count);
            }
        }
    }
    report("count any %d\n", atomic_load(&all_count));
}

enum verdict faults_decide(enum call call, enum place place) {
    if (place == ELSEWHERE) {
        return PASS;
    }
    char key[64];
    snprintf(key, sizeof key, "%s.%s", place_names[place], call_names[call]);
    int number = atomic_fetch_add(&counts[place][call], 1) + 1;
    int of_call = atomic_fetch_add(&call_counts[call], 1) + 1;
    int overall = atomic_fetch_add(&all_count, 1) + 1;
    if (strcmp(plan_key, "any") == 0) {
        number = overall;
    } else if (strncmp(plan_key, "any.", 4) == 0 && strcmp(plan_key + 4, call_names[call]) == 0) {
        number = of_call;
    } else if (strcmp(plan_key, key) != 0) {
        return PASS;
    }
    if (number < plan_number || (number > plan_number && strcmp(plan_manner, "from") != 0 && strcmp(plan_manner, "hung") != 0)) {
        return PASS;
    }
    report("fault %s %d\n", key, number);
    switch (plan_manner[0]) {
    case 'k':
        faults_kill();
        return PASS;
    case 'h':
        // Until the process ends.
        for (;;) {
            pause();
        }
    case 's':
        return SHORT;
    case 'c':
        return CUT;
    case 't':
        return TORN;
    default:
        errno = plan_code;
        return FAIL;
    }
}

int faults_code(void) {
    return plan_code;
}

void faults_kill(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    // The signal is this thread's as much as the others': it does not come back here.
    for (;;) {
        pause();
    }
}
