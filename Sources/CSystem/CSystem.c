#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/wait.h>
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

int imgindex_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int imgindex_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// What the program's process does before it is that program. After fork(2) in a process of several threads only calls
// that signal-safety(7) allows may be made.
static void become(const struct imgindex_program *program, pid_t parent, int report) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < _NSIG; number++) sigaction(number, &standard, NULL);
    // A group of its own: what a terminal sends to ours is for us, and what it starts itself can be ended with it.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(program->output < 0 ? nothing : program->output, 1) < 0
        || dup2(program->errors, 2) < 0)
        goto failed;
    // What somebody left open is nothing of the program's: CLOSE_RANGE_CLOEXEC, as `report` has to stay for a moment.
    syscall(SYS_close_range, 3, ~0U, 1U << 2);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // If we died meanwhile nobody will be told.
    if (getppid() == parent) execve(program->path, program->arguments, program->environment);
failed:;
    int code = errno;
    ssize_t ignored = write(report, &code, sizeof code);
    (void)ignored;
    _exit(127);
}

pid_t imgindex_start(const struct imgindex_program *program) {
    int report[2];
    if (imgindex_pipe(report) != 0) return -1;
    // A handler of ours must not run in the other process.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) become(program, parent, report[1]);
    int code = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child > 0) {
        ssize_t count;
        do count = read(report[0], &code, sizeof code);
        while (count < 0 && errno == EINTR);
        if (count == sizeof code) {
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        } else {
            code = 0;
        }
    }
    close(report[0]);
    if (code == 0) return child;
    errno = code;
    return -1;
}

int imgindex_process_file(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
