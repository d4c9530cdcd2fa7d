#define _GNU_SOURCE
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "fingerprint.h"
#include "names.h"

enum {
    buffer_size = 32768, // as imgindex; more was no faster
    part_size = 4096,    // images of one folder that one thread inspects at a time
};

// Lists a folder, or inspects a part of the images of a listed one.
struct job {
    struct folder *folder;
    uint32_t first, end; // end 0: list it
};

// What is sorted: most names differ in their first eight bytes.
struct key {
    uint64_t prefix;
    uint32_t name;
    uint16_t length, extension;
};

// What one thread uses again and again.
struct worker {
    char buffer[buffer_size] __attribute__((aligned(8)));
    struct key *keys;
    size_t key_count, key_capacity;
    size_t name_count, name_capacity;
};

static struct {
    const struct walk *walk;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct job *jobs; // a stack: depth first, so that what waits does not grow with the breadth of the tree
    size_t count, capacity;
    int working, sleeping;
} shared = {.mutex = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

void fail(const char *what) {
    perror(what);
    exit(1);
}

void *allocate(void *old, size_t size) {
    void *memory = realloc(old, size);
    if (memory == NULL) fail("realloc");
    return memory;
}

void free_images(struct folder *folder) {
    free(folder->images);
    free(folder->names);
    folder->images = NULL;
    folder->names = NULL;
}

void free_folder(struct folder *folder) {
    free_images(folder);
    free(folder->name);
    free(folder->path);
    free(folder);
}

static void push(struct job job) {
    pthread_mutex_lock(&shared.mutex);
    if (shared.count == shared.capacity) {
        shared.capacity = shared.capacity ? shared.capacity * 2 : 256;
        shared.jobs = allocate(shared.jobs, shared.capacity * sizeof *shared.jobs);
    }
    shared.jobs[shared.count++] = job;
    if (shared.sleeping) pthread_cond_signal(&shared.more);
    pthread_mutex_unlock(&shared.mutex);
}

static void read_facts(int folder, const char *name, struct facts *facts) {
    struct statx found;
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (*name ? 0 : AT_EMPTY_PATH);
    unsigned mask = STATX_TYPE | STATX_SIZE | STATX_MTIME | STATX_CTIME | STATX_INO | STATX_BTIME;
    if (statx(folder, name, flags, mask, &found) != 0) fail(name);
    *facts = (struct facts){
        .size = (int64_t)found.stx_size,
        .modified = found.stx_mtime.tv_sec * 1000000000 + found.stx_mtime.tv_nsec,
        .changed = found.stx_ctime.tv_sec * 1000000000 + found.stx_ctime.tv_nsec,
        .inode = (int64_t)found.stx_ino,
        .device = (int64_t)makedev(found.stx_dev_major, found.stx_dev_minor),
        .born = found.stx_btime.tv_sec * 1000000000 + found.stx_btime.tv_nsec,
        .has_born = found.stx_mask & STATX_BTIME,
    };
}

// Closes the folder when nothing needs its descriptor any more.
static void release(struct folder *folder) {
    if (folder != NULL && atomic_fetch_sub(&folder->uses, 1) == 1) close(folder->descriptor);
}

static void finish(struct folder *folder) {
    while (folder != NULL && atomic_fetch_sub(&folder->pending, 1) == 1) {
        struct folder *parent = folder->parent;
        if (parent != NULL) {
            atomic_fetch_add(&parent->tree_image_count, folder->tree_image_count);
            atomic_fetch_add(&parent->tree_image_bytes, folder->tree_image_bytes);
        }
        if (folder->has_subfolders) shared.walk->finished(folder);
        else shared.walk->listed(folder);
        folder = parent;
    }
}

static void take_fingerprint(struct folder *folder) {
    struct fingerprint print = fingerprint_start(shared.walk->fingerprint_key);
    for (uint32_t i = 0; i < folder->image_count; i++) {
        const struct image *image = &folder->images[i];
        fingerprint_mix(&print, (uint64_t)image->length << 32 ^ (uint64_t)image->extension);
        fingerprint_name(&print, folder->names + image->name, image->length);
        fingerprint_mix(&print, (uint64_t)image->facts.size);
        fingerprint_mix(&print, (uint64_t)image->facts.modified);
        fingerprint_mix(&print, (uint64_t)image->facts.changed);
        fingerprint_mix(&print, (uint64_t)image->facts.inode);
        folder->image_bytes += image->facts.size;
    }
    folder->fingerprint = fingerprint_value(&print);
    atomic_fetch_add(&folder->tree_image_count, folder->image_count);
    atomic_fetch_add(&folder->tree_image_bytes, folder->image_bytes);
}

// Hands the folder over, then starts with those in it: their rows refer to its row.
static void complete(struct folder *folder) {
    take_fingerprint(folder);
    if (folder->has_subfolders) shared.walk->listed(folder);
    struct folder *next = folder->subfolders;
    while (next != NULL) {
        struct folder *subfolder = next;
        next = subfolder->next;
        push((struct job){.folder = subfolder});
    }
    finish(folder);
}

static void inspect(struct folder *folder, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        struct image *image = &folder->images[i];
        read_facts(folder->descriptor, folder->names + image->name, &image->facts);
    }
    release(folder);
    if (atomic_fetch_sub(&folder->parts, 1) == 1) complete(folder);
}

static int compare_keys(const void *first, const void *second, void *names) {
    const struct key *a = first, *b = second;
    if (a->prefix != b->prefix) return a->prefix < b->prefix ? -1 : 1;
    size_t length = a->length < b->length ? a->length : b->length;
    int order = memcmp((char *)names + a->name, (char *)names + b->name, length);
    return order != 0 ? order : (int)a->length - (int)b->length;
}

static void sort_images(struct worker *worker, struct folder *folder) {
    qsort_r(worker->keys, worker->key_count, sizeof *worker->keys, compare_keys, folder->names);
    folder->image_count = (uint32_t)worker->key_count;
    folder->images = worker->key_count ? allocate(NULL, worker->key_count * sizeof *folder->images) : NULL;
    for (size_t i = 0; i < worker->key_count; i++) {
        const struct key *key = &worker->keys[i];
        folder->images[i] = (struct image){.name = key->name, .length = key->length, .extension = key->extension};
    }
}

static void add_image(struct worker *worker, struct folder *folder, const char *name, size_t length, int64_t extension) {
    if (worker->key_count == worker->key_capacity) {
        worker->key_capacity = worker->key_capacity ? worker->key_capacity * 2 : 256;
        worker->keys = allocate(worker->keys, worker->key_capacity * sizeof *worker->keys);
    }
    if (worker->name_count + length + 1 > worker->name_capacity) {
        worker->name_capacity = worker->name_capacity ? worker->name_capacity * 2 : 2048;
        folder->names = allocate(folder->names, worker->name_capacity);
    }
    memcpy(folder->names + worker->name_count, name, length + 1);
    worker->keys[worker->key_count++] = (struct key){
        .prefix = name_prefix(name, length),
        .name = (uint32_t)worker->name_count,
        .length = (uint16_t)length,
        .extension = (uint16_t)extension,
    };
    worker->name_count += length + 1;
}

// The path of a subfolder, if it is one that is stored: put together from the nearest folder above that has its own.
static void set_path(struct folder *folder) {
    const struct folder *above = folder->parent;
    bool is_below_slash = above->path_length == 1;
    folder->path_length = above->path_length + !is_below_slash + folder->name_length;
    folder->depth = above->depth + 1;
    if (folder->path_length > longest_path && folder->depth % levels_between != 0) return;
    folder->path = allocate(NULL, folder->path_length);
    char *start = folder->path + folder->path_length - folder->name_length;
    memcpy(start, folder->name, folder->name_length);
    for (; above->path == NULL; above = above->parent) {
        *--start = '/';
        start -= above->name_length;
        memcpy(start, above->name, above->name_length);
    }
    *--start = '/';
    memcpy(folder->path, above->path, above->path_length);
}

static struct folder *new_folder(struct folder *parent, const char *name, size_t length) {
    struct folder *folder = calloc(1, sizeof *folder);
    if (folder == NULL) fail("calloc");
    folder->parent = parent;
    folder->name = allocate(NULL, length + 1);
    memcpy(folder->name, name, length + 1);
    folder->name_length = (uint32_t)length;
    folder->uses = 1;
    folder->pending = 1;
    folder->parts = 1;
    return folder;
}

static void add_subfolder(struct folder *parent, const char *name, size_t length) {
    struct folder *folder = new_folder(parent, name, length);
    set_path(folder);
    folder->id = shared.walk->identify(folder);
    folder->next = parent->subfolders;
    parent->subfolders = folder;
    parent->has_subfolders = true;
    atomic_fetch_add(&parent->uses, 1);
    atomic_fetch_add(&parent->pending, 1);
}

static void add_entry(struct worker *worker, struct folder *folder, const struct dirent64 *entry) {
    const char *name = entry->d_name;
    if (name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0))) return;
    size_t length = strlen(name);
    int64_t extension;
    switch (entry->d_type) {
    case DT_DIR:
        add_subfolder(folder, name, length);
        break;
    case DT_LNK:
        folder->link_count++;
        break;
    case DT_UNKNOWN:
        errno = ENOTSUP;
        fail("a file system that does not say what is a folder");
    case DT_REG:
        extension = image_extension(name, length);
        if (extension != 0) {
            add_image(worker, folder, name, length, extension);
            break;
        }
        // fall through
    default:
        folder->other_count++;
    }
}

static void open_folder(struct folder *folder) {
    int parent = folder->parent != NULL ? folder->parent->descriptor : AT_FDCWD;
    folder->descriptor = openat(parent, folder->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder->descriptor < 0) fail(folder->name);
    release(folder->parent);
    read_facts(folder->descriptor, "", &folder->facts);
}

// Whoever has the last part completes the folder; all but the first part are offered to the other threads.
static void inspect_images(struct folder *folder) {
    uint32_t count = folder->image_count;
    uint32_t parts = count <= part_size ? 1 : (count + part_size - 1) / part_size;
    atomic_store(&folder->parts, (int)parts);
    atomic_fetch_add(&folder->uses, (int)parts);
    for (uint32_t part = parts - 1; part > 0; part--) {
        uint32_t first = part * part_size;
        uint32_t end = first + part_size < count ? first + part_size : count;
        push((struct job){.folder = folder, .first = first, .end = end});
    }
    release(folder);
    inspect(folder, 0, parts == 1 ? count : part_size);
}

static void list(struct worker *worker, struct folder *folder) {
    open_folder(folder);
    worker->key_count = 0;
    worker->name_count = 0;
    worker->name_capacity = 0;
    ssize_t count;
    while ((count = getdents64(folder->descriptor, worker->buffer, buffer_size)) > 0) {
        for (ssize_t position = 0; position < count;) {
            const struct dirent64 *entry = (const void *)(worker->buffer + position);
            position += entry->d_reclen;
            add_entry(worker, folder, entry);
        }
    }
    if (count < 0) fail(folder->name);
    sort_images(worker, folder);
    inspect_images(folder);
}

// The next job; false once there is none and nobody works who could bring one.
static bool take(struct job *job) {
    while (shared.count == 0 && shared.working > 0) {
        shared.sleeping++;
        pthread_cond_wait(&shared.more, &shared.mutex);
        shared.sleeping--;
    }
    if (shared.count == 0) return false;
    *job = shared.jobs[--shared.count];
    return true;
}

static void *work(void *unused) {
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) fail("calloc");
    struct job job;
    pthread_mutex_lock(&shared.mutex);
    while (take(&job)) {
        shared.working++;
        pthread_mutex_unlock(&shared.mutex);
        if (job.end == 0) list(worker, job.folder);
        else inspect(job.folder, job.first, job.end);
        pthread_mutex_lock(&shared.mutex);
        shared.working--;
    }
    pthread_cond_broadcast(&shared.more);
    pthread_mutex_unlock(&shared.mutex);
    free(worker->keys);
    free(worker);
    return unused;
}

void walk_tree(const struct walk *walk, const char *path, int64_t id) {
    shared.walk = walk;
    struct folder *top = new_folder(NULL, path, strlen(path));
    top->id = id;
    top->path = strdup(path);
    top->path_length = top->name_length;
    push((struct job){.folder = top});
    pthread_t threads[256];
    for (int i = 0; i < walk->threads; i++) {
        if (pthread_create(&threads[i], NULL, work, NULL) != 0) fail("pthread_create");
    }
    for (int i = 0; i < walk->threads; i++) pthread_join(threads[i], NULL);
    free(shared.jobs);
}
