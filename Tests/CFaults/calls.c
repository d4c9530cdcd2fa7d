// The calls that stand in front of those of the C library.

#define _GNU_SOURCE
#include "CFaults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

// Makes `next` the function of that name in the C library.
#define NEXT(name)                                            \
    static _Atomic(__typeof__(&name)) found;                  \
    if (atomic_load(&found) == NULL) {                        \
        atomic_store(&found, dlsym(RTLD_NEXT, #name));        \
    }                                                         \
    __typeof__(&name) next = atomic_load(&found)

// A call that only passes or fails, under its name and another.
#define PLAIN(result, name, parameters, arguments, call, place, failure) \
    result name parameters {                                             \
        NEXT(name);                                                      \
        return faults_decide(call, place) == FAIL ? failure : next arguments; \
    }

PLAIN(int, access, (const char *path, int mode), (path, mode), ACCESS, faults_place_of_path(path), -1)
PLAIN(int, stat, (const char *path, struct stat *facts), (path, facts), STAT, faults_place_of_path(path), -1)
PLAIN(int, stat64, (const char *path, struct stat64 *facts), (path, facts), STAT, faults_place_of_path(path), -1)
PLAIN(int, lstat, (const char *path, struct stat *facts), (path, facts), LSTAT, faults_place_of_path(path), -1)
PLAIN(int, lstat64, (const char *path, struct stat64 *facts), (path, facts), LSTAT, faults_place_of_path(path), -1)
PLAIN(int, fstat, (int file, struct stat *facts), (file, facts), FSTAT, faults_place_of(file), -1)
PLAIN(int, fstat64, (int file, struct stat64 *facts), (file, facts), FSTAT, faults_place_of(file), -1)
PLAIN(int, fchmod, (int file, mode_t mode), (file, mode), FCHMOD, faults_place_of(file), -1)
PLAIN(int, fchown, (int file, uid_t user, gid_t group), (file, user, group), FCHOWN, faults_place_of(file), -1)
PLAIN(int, ftruncate, (int file, off_t size), (file, size), FTRUNCATE, faults_place_of(file), -1)
PLAIN(int, ftruncate64, (int file, off64_t size), (file, size), FTRUNCATE, faults_place_of(file), -1)
PLAIN(int, mkdir, (const char *path, mode_t mode), (path, mode), MKDIR, faults_place_of_path(path), -1)
PLAIN(int, unlink, (const char *path), (path), UNLINK, faults_place_of_path(path), -1)
PLAIN(char *, realpath, (const char *path, char *real), (path, real), REALPATH, faults_place_of_path(path), NULL)
PLAIN(
    ssize_t, readlink, (const char *path, char *target, size_t size), (path, target, size), READLINK,
    faults_place_of_path(path), -1
)
PLAIN(
    void *, mmap, (void *address, size_t size, int access, int flags, int file, off_t offset),
    (address, size, access, flags, file, offset), MMAP, faults_place_of(file), MAP_FAILED
)
PLAIN(
    void *, mmap64, (void *address, size_t size, int access, int flags, int file, off64_t offset),
    (address, size, access, flags, file, offset), MMAP, faults_place_of(file), MAP_FAILED
)
PLAIN(
    int, statx, (int folder, const char *name, int flags, unsigned mask, struct statx *facts),
    (folder, name, flags, mask, facts), STATX, faults_place_in(folder, name), -1
)

// A call that waits for the disk. It does not wait here: a process that is killed loses nothing it has written, only a
// power cut would tell the difference.
#define SYNCS(name, call)                                     \
    int name(int file) {                                      \
        NEXT(name);                                           \
        enum place place = faults_place_of(file);             \
        return faults_decide(call, place) == FAIL ? -1 : place == ELSEWHERE ? next(file) : 0; \
    }

SYNCS(fsync, FSYNC)
SYNCS(fdatasync, FDATASYNC)

// A call that reads or writes `size` bytes, and may do half of it.
#define TRANSFER(name, parameters, arguments, call)           \
    ssize_t name parameters {                                 \
        NEXT(name);                                           \
        enum verdict verdict = faults_decide(call, faults_place_of(file)); \
        if (verdict == FAIL) {                                \
            return -1;                                        \
        }                                                     \
        if (verdict != PASS && size > 1) {                    \
            size /= 2;                                        \
        }                                                     \
        ssize_t done = next arguments;                        \
        if (verdict == TORN) {                                \
            faults_kill();                                    \
        }                                                     \
        return done;                                          \
    }

TRANSFER(read, (int file, void *bytes, size_t size), (file, bytes, size), READ)
TRANSFER(write, (int file, const void *bytes, size_t size), (file, bytes, size), WRITE)
TRANSFER(pread, (int file, void *bytes, size_t size, off_t offset), (file, bytes, size, offset), PREAD)
TRANSFER(pread64, (int file, void *bytes, size_t size, off64_t offset), (file, bytes, size, offset), PREAD)
TRANSFER(pwrite, (int file, const void *bytes, size_t size, off_t offset), (file, bytes, size, offset), PWRITE)
TRANSFER(pwrite64, (int file, const void *bytes, size_t size, off64_t offset), (file, bytes, size, offset), PWRITE)

// The mode is there if the file may be made.
#define MODE(flags, mode)                                     \
    mode_t mode = 0;                                          \
    if (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE) { \
        va_list rest;                                         \
        va_start(rest, flags);                                \
        mode = va_arg(rest, mode_t);                          \
        va_end(rest);                                         \
    }

#define OPENS(name)                                           \
    int name(const char *path, int flags, ...) {              \
        NEXT(name);                                           \
        MODE(flags, mode)                                     \
        enum place place = faults_place_of_path(path);        \
        if (faults_decide(OPEN, place) == FAIL) {             \
            return -1;                                        \
        }                                                     \
        int file = next(path, flags, mode);                   \
        faults_opened(file, place);                           \
        return file;                                          \
    }

OPENS(open)
OPENS(open64)

#define OPENS_IN(name)                                        \
    int name(int folder, const char *path, int flags, ...) {  \
        NEXT(name);                                           \
        MODE(flags, mode)                                     \
        enum place place = faults_place_in(folder, path);     \
        if (faults_is_denied(place, path)) {                  \
            errno = EACCES;                                   \
            return -1;                                        \
        }                                                     \
        if (faults_decide(OPENAT, place) == FAIL) {           \
            return -1;                                        \
        }                                                     \
        int file = next(folder, path, flags, mode);           \
        faults_opened(file, place);                           \
        return file;                                          \
    }

OPENS_IN(openat)
OPENS_IN(openat64)

#define CONTROLS(name)                                        \
    int name(int file, int command, ...) {                    \
        NEXT(name);                                           \
        va_list rest;                                         \
        va_start(rest, command);                              \
        void *argument = va_arg(rest, void *);                \
        va_end(rest);                                         \
        return faults_decide(FCNTL, faults_place_of(file)) == FAIL ? -1 : next(file, command, argument); \
    }

CONTROLS(fcntl)
CONTROLS(fcntl64)

// The index may be on a file system of another kind.
int fstatfs(int file, struct statfs *facts) {
    NEXT(fstatfs);
    int result = next(file, facts);
    const char *kind = getenv("FAULTS_KIND");
    if (result == 0 && kind != NULL && faults_place_of(file) == MAIN) {
        facts->f_type = strtol(kind, NULL, 16);
    }
    return result;
}

int close(int file) {
    NEXT(close);
    enum place place = faults_place_of(file);
    // First, as somebody else may get the number as soon as it is free.
    faults_closed(file);
    bool fails = faults_decide(CLOSE, place) == FAIL;
    int code = errno;
    // Linux frees the number also where it reports an error.
    int result = next(file);
    if (fails) {
        errno = code;
        return -1;
    }
    return result;
}

ssize_t getdents64(int folder, void *entries, size_t size) {
    NEXT(getdents64);
    int cut = faults_cut(folder);
    if (cut != 0) {
        errno = cut;
        return -1;
    }
    enum verdict verdict = faults_decide(GETDENTS64, faults_place_of(folder));
    if (verdict == FAIL) {
        return -1;
    }
    ssize_t count = next(folder, entries, size);
    if (verdict != CUT) {
        return count;
    }
    int number = 0;
    for (ssize_t at = 0; at < count; at += ((struct dirent64 *)((char *)entries + at))->d_reclen) {
        number += 1;
    }
    ssize_t kept = 0;
    for (int left = number / 2; left > 0; left -= 1) {
        kept += ((struct dirent64 *)((char *)entries + kept))->d_reclen;
    }
    if (kept == 0) {
        errno = faults_code();
        return -1;
    }
    faults_set_cut(folder, faults_code());
    return kept;
}
