// The system calls that Swift cannot make by itself, each with its why.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// What is kept of a struct statx.
struct imgindex_facts {
    uint64_t size;
    int64_t mtime_seconds;
    int64_t ctime_seconds;
    uint32_t mtime_nanoseconds;
    uint32_t ctime_nanoseconds;
    uint64_t inode;
    uint64_t device;
    uint32_t mode;
    uint32_t btime_nanoseconds;
    int64_t btime_seconds;
    bool has_btime; // Whether the file system keeps it.
};

// openat(2) is variadic.
int imgindex_openat(int folder, const char *name, int flags);

// getdents64(2) is declared only with _GNU_SOURCE, which Swift does not set.
ssize_t imgindex_getdents(int folder, void *buffer, size_t size);

// statx(2) is declared only with _GNU_SOURCE, and half of what it fills in is not needed.
// `name` is relative to `folder`; "" stands for `folder` itself. Links are not followed.
int imgindex_statx(int folder, const char *name, struct imgindex_facts *facts);

// statfs(2) is in a header that Swift's Glibc module leaves out. The f_type and f_fsid of the file system of an open file; 0, or -1 with errno.
int imgindex_volume(int file, uint64_t *type, uint64_t *number);

// The block device that an item of an open folder is, links followed, as the device numbers of files are written; 0 if it is none.
uint64_t imgindex_block_device(int folder, const char *name);

// open(2) with a mode and fcntl(2) are variadic. Opens or makes a file with mode 0600 that programs it starts do not get.
int imgindex_open_private(const char *path, int flags);

// fcntl(2) is variadic and F_OFD_SETLK is declared only with _GNU_SOURCE.
// Takes a lock of the open file, without waiting, on the one byte at `offset`; 0, or -1 with errno EAGAIN if it is held.
int imgindex_lock(int file, off_t offset);

// realpath(3) is not variadic, but its result is malloc'ed and may be longer than the caller thinks: this one says how long.
// Fills `buffer` with the path without links; its length, or -1 with errno (ENAMETOOLONG if it does not fit).
ssize_t imgindex_realpath(const char *path, char *buffer, size_t size);

// ioctl(2) is variadic. The columns of a terminal, or 0 if it does not say or is none.
int imgindex_columns(int file);

// strptime(3) is declared only with _XOPEN_SOURCE, and struct tm and timegm(3) are needed for no more than this.
// Reads a date and time, `2012-12-12T10:53:43`, as if it were one of UTC: its seconds since 1970, and where the text goes
// on; false if it is none.
bool imgindex_date(const char *text, int64_t *seconds, const char **rest);

// mallopt(3) is in a header that Swift's Glibc module leaves out. Lets all threads share one heap, and gives back at once what
// was large: slower where many threads allocate at a time, and much smaller.
void imgindex_share_heap(void);

// pipe2(2) and eventfd(2) are declared only with _GNU_SOURCE or not at all to Swift. Programs that are started do not get them.
int imgindex_pipe(int ends[2]);
int imgindex_event(void);

// A program to be started.
struct imgindex_program {
    const char *path;
    char *const *arguments;   // With its name, NULL at the end.
    char *const *environment; // "NAME=value" each, NULL at the end.
    int output;               // Its standard output; -1: /dev/null, as its standard input is.
    int errors;               // Its standard error.
};

// fork(2) is nothing that Swift may call. Starts a program with no signal blocked and all as they are by default, in a
// process group of its own, no file open but the three. It is sent SIGTERM when the calling thread ends, prctl(2).
// Its number, or -1 with errno: also if it cannot be executed.
pid_t imgindex_start(const struct imgindex_program *program);

// pidfd_open(2) has no wrapper in every C library. A file that can be read once a process has ended, or -1.
int imgindex_process_file(pid_t process);
