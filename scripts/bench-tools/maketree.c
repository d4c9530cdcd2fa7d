// Makes the trees that the bench walks: the same names, sizes and times on every machine.
//
// usage: maketree archive ROOT LIBRARIES   a photo archive: libraries, 10 years, 12 months, 7 events each
//        maketree flat ROOT FILES          images in one folder
//        maketree chain ROOT DEPTH         folders in folders, two images each
// Prints how many folders, files and images there are, ROOT among the folders. Files are sparse: a size, no blocks.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const image_extensions[] = {"jpg", "jpg", "jpg", "JPG", "JPG", "jpeg", "heic", "HEIC",
                                               "png", "cr2", "CR3", "nef", "arw", "dng",  "tif",  "webp"};
static const char *const other_extensions[] = {"xmp", "XMP", "mov", "mp4",  "txt", "json",
                                               "aae", "AAE", "db",  "html", "pdf", "psd~"};

static unsigned long folders, files, images;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// xorshift64, seeded with a constant: what comes depends on nothing but how often it was called.
static uint32_t next_random(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 11);
}

static int make_folder(int parent, const char *name) {
    if (mkdirat(parent, name, 0755) != 0 && errno != EEXIST) fail(name);
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) fail(name);
    folders++;
    return folder;
}

static void make_file(int folder, const char *name, bool is_image, long seconds) {
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || ftruncate(file, 1000 + next_random() % 9000000) != 0) fail(name);
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    times[0].tv_nsec = next_random() % 1000000000u;
    times[1].tv_nsec = next_random() % 1000000000u;
    if (futimens(file, times) != 0 || close(file) != 0) fail(name);
    files++;
    images += is_image;
}

// The names cameras and people give; `number` keeps them apart within a folder.
static void make_named_file(int folder, int number, bool is_image, long seconds) {
    const char *extension = is_image ? image_extensions[next_random() % 16] : other_extensions[next_random() % 12];
    char name[128];
    switch (next_random() % 5) {
    case 0:
    case 1:
        snprintf(name, sizeof name, "IMG_%04d.%s", number, extension);
        break;
    case 2:
        snprintf(name, sizeof name, "DSC%05d.%s", number, extension);
        break;
    case 3: {
        unsigned month = 1 + next_random() % 12, day = 1 + next_random() % 28, time = next_random() % 240000;
        snprintf(name, sizeof name, "2019%02u%02u_%06u_%d.%s", month, day, time, number, extension);
        break;
    }
    default:
        snprintf(name, sizeof name, "Sommerferien am See \xc3\xbc %d (bearbeitet).%s", number, extension);
    }
    make_file(folder, name, is_image, seconds);
}

// Most events have some dozen files, some have none, some hundreds.
static unsigned event_size(void) {
    unsigned percent = next_random() % 100;
    if (percent < 5) return 0;
    if (percent < 80) return 5 + next_random() % 30;
    if (percent < 98) return 30 + next_random() % 60;
    return 150 + next_random() % 300;
}

static void make_event(int month_folder, int year, int month, int event) {
    char name[64];
    snprintf(name, sizeof name, "%d-%02d-%02d event %u", year, month, 1 + event * 4, next_random() % 1000);
    int folder = make_folder(month_folder, name);
    long start = 1262304000L + (year - 2010) * 31556952L + month * 2592000L;
    unsigned count = event_size();
    for (unsigned number = 0; number < count; number++) {
        long seconds = start + next_random() % 86400;
        bool is_image = next_random() % 10 < 7;
        make_named_file(folder, (int)number, is_image, seconds);
    }
    close(folder);
}

static void fill_year(int folder, int year) {
    for (int month = 1; month <= 12; month++) {
        char name[16];
        snprintf(name, sizeof name, "%02d", month);
        int month_folder = make_folder(folder, name);
        for (int event = 0; event < 7; event++) make_event(month_folder, year, month, event);
        close(month_folder);
    }
}

static void fill_archive(int root, int libraries) {
    for (int library = 0; library < libraries; library++) {
        char name[32];
        snprintf(name, sizeof name, "library-%02d", library);
        int library_folder = make_folder(root, name);
        for (int year = 2010; year < 2020; year++) {
            snprintf(name, sizeof name, "%d", year);
            int year_folder = make_folder(library_folder, name);
            fill_year(year_folder, year);
            close(year_folder);
        }
        close(library_folder);
    }
}

static void fill_flat(int root, int count) {
    int folder = make_folder(root, "flat");
    for (int number = 0; number < count; number++) {
        char name[32];
        snprintf(name, sizeof name, "IMG_%06d.jpg", number);
        make_file(folder, name, true, 1500000000L + number);
    }
    close(folder);
}

static void fill_chain(int root, int depth) {
    int folder = root;
    for (int level = 0; level < depth; level++) {
        char name[16];
        snprintf(name, sizeof name, "d%04d", level);
        int below = make_folder(folder, name);
        close(folder);
        folder = below;
        make_named_file(folder, 1, true, 1500000000L + level);
        make_named_file(folder, 2, true, 1500000000L + level);
    }
    close(folder);
}

int main(int count, char **arguments) {
    const char *kind = count > 2 ? arguments[1] : "";
    int number = count > 3 ? atoi(arguments[3]) : 0;
    if (number < 1) {
        fprintf(stderr, "usage: maketree archive|flat|chain ROOT NUMBER\n");
        return 64;
    }
    int root = make_folder(AT_FDCWD, arguments[2]);
    if (strcmp(kind, "archive") == 0) fill_archive(root, number);
    else if (strcmp(kind, "flat") == 0) fill_flat(root, number);
    else if (strcmp(kind, "chain") == 0) fill_chain(root, number);
    else return 64;
    printf("%lu %lu %lu\n", folders, files, images);
    return 0;
}
