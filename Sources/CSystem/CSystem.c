#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

int imgindex_openat(int folder, const char *name, int flags) {
    return openat(folder, name, flags);
}

ssize_t imgindex_getdents(int folder, void *buffer, size_t size) {
    return getdents64(folder, buffer, size);
}

int imgindex_statx(int folder, const char *name, struct imgindex_facts *facts) {
    struct statx s;
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (*name ? 0 : AT_EMPTY_PATH);
    unsigned mask = STATX_TYPE | STATX_SIZE | STATX_MTIME | STATX_CTIME | STATX_INO | STATX_BTIME;
    int result;
    // A network file system may be interrupted by a signal.
    do result = statx(folder, name, flags, mask, &s);
    while (result != 0 && errno == EINTR);
    if (result != 0) return -1;
    facts->size = s.stx_size;
    facts->mtime_seconds = s.stx_mtime.tv_sec;
    facts->mtime_nanoseconds = s.stx_mtime.tv_nsec;
    facts->ctime_seconds = s.stx_ctime.tv_sec;
    facts->ctime_nanoseconds = s.stx_ctime.tv_nsec;
    facts->inode = s.stx_ino;
    facts->device = makedev(s.stx_dev_major, s.stx_dev_minor);
    facts->mode = s.stx_mode;
    facts->has_btime = (s.stx_mask & STATX_BTIME) != 0;
    facts->btime_seconds = s.stx_btime.tv_sec;
    facts->btime_nanoseconds = s.stx_btime.tv_nsec;
    return 0;
}

int imgindex_volume(int file, uint64_t *type, uint64_t *number) {
    struct statfs s;
    if (fstatfs(file, &s) != 0) {
        return -1;
    }
    *type = (uint64_t)s.f_type;
    memcpy(number, &s.f_fsid, sizeof *number);
    return 0;
}

uint64_t imgindex_block_device(int folder, const char *name) {
    struct stat s;
    if (fstatat(folder, name, &s, 0) != 0 || !S_ISBLK(s.st_mode)) {
        return 0;
    }
    return s.st_rdev;
}

int imgindex_open_private(const char *path, int flags) {
    return open(path, flags | O_CLOEXEC, 0600);
}

int imgindex_lock(int file, off_t offset) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
    return fcntl(file, F_OFD_SETLK, &lock);
}

ssize_t imgindex_realpath(const char *path, char *buffer, size_t size) {
    char *resolved = realpath(path, NULL);
    if (resolved == NULL) {
        return -1;
    }
    size_t length = strlen(resolved);
    if (length >= size) {
        free(resolved);
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(buffer, resolved, length + 1);
    free(resolved);
    return (ssize_t)length;
}

int imgindex_columns(int file) {
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool imgindex_date(const char *text, int64_t *seconds, const char **rest) {
    struct tm parts = {0};
    *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &parts);
    if (*rest) *seconds = timegm(&parts);
    return *rest;
}

void imgindex_share_heap(void) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}
