// A FUSE file system that shows a folder, read only, and sleeps in each call: storage at the other end of a network.
//
// usage: SLOW_ROOT=FOLDER SLOW_MICROSECONDS=1000 slowfs MOUNTPOINT [-o max_threads=128]
// What is asked once is remembered by the kernel for a minute: mount anew for a run that is to ask for all again.
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fuse3/fuse.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static char root[PATH_MAX];
static long microseconds;

static void sleep_a_call(void) {
    struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    nanosleep(&time, NULL);
}

static void real_path(char *buffer, size_t size, const char *path) {
    snprintf(buffer, size, "%s%s", root, path);
}

static int get_attributes(const char *path, struct stat *facts, struct fuse_file_info *file) {
    (void)file;
    sleep_a_call();
    char real[2 * PATH_MAX];
    real_path(real, sizeof real, path);
    return lstat(real, facts) == 0 ? 0 : -errno;
}

static int open_folder(const char *path, struct fuse_file_info *file) {
    sleep_a_call();
    char real[2 * PATH_MAX];
    real_path(real, sizeof real, path);
    DIR *folder = opendir(real);
    if (folder == NULL) return -errno;
    file->fh = (uint64_t)folder;
    return 0;
}

static int read_folder(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file,
                       enum fuse_readdir_flags flags) {
    (void)path;
    (void)flags;
    DIR *folder = (DIR *)file->fh;
    sleep_a_call();
    if (offset != 0) seekdir(folder, offset);
    else rewinddir(folder);
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        struct stat facts = {.st_ino = entry->d_ino, .st_mode = (mode_t)DTTOIF(entry->d_type)};
        if (fill(buffer, entry->d_name, &facts, entry->d_off, 0) != 0) break;
    }
    return 0;
}

static int release_folder(const char *path, struct fuse_file_info *file) {
    (void)path;
    closedir((DIR *)file->fh);
    return 0;
}

// Without "readdirplus", which would tell the facts of every entry with its name: network file systems often do not.
static void *start(struct fuse_conn_info *connection, struct fuse_config *settings) {
    connection->want &= ~(unsigned)(FUSE_CAP_READDIRPLUS | FUSE_CAP_READDIRPLUS_AUTO);
    settings->use_ino = 1;
    settings->attr_timeout = 60;
    settings->entry_timeout = 60;
    return NULL;
}

static const struct fuse_operations operations = {
    .init = start,
    .getattr = get_attributes,
    .opendir = open_folder,
    .readdir = read_folder,
    .releasedir = release_folder,
};

int main(int count, char **arguments) {
    const char *folder = getenv("SLOW_ROOT"), *delay = getenv("SLOW_MICROSECONDS");
    if (folder == NULL || delay == NULL || realpath(folder, root) == NULL) {
        fprintf(stderr, "usage: SLOW_ROOT=FOLDER SLOW_MICROSECONDS=1000 slowfs MOUNTPOINT\n");
        return 64;
    }
    microseconds = atol(delay);
    return fuse_main(count, arguments, &operations, NULL);
}
