// The least work that finds the images of a tree and their facts: getdents64 of every folder, statx of every image,
// on threads that share one stack of jobs.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct facts {
    int64_t size, modified, changed, inode, device, born;
    bool has_born;
};

struct image {
    uint32_t name, length; // where its name is in the names of its folder, and how long it is
    int64_t extension;
    struct facts facts;
};

struct folder {
    struct folder *parent;
    char *name;
    char *path; // NULL where it is not stored
    uint32_t name_length, path_length, depth;
    int64_t id;
    struct facts facts;
    bool has_subfolders;
    int64_t other_count, link_count, image_bytes, fingerprint;
    uint32_t image_count;
    struct image *images; // sorted by the bytes of their names
    char *names;          // each followed by a zero byte
    _Atomic int64_t tree_image_count, tree_image_bytes;
    // What follows is the walk's own.
    struct folder *subfolders, *next; // those of a folder wait until it is handed to `listed`
    int descriptor;
    atomic_int uses;    // itself while listed, subfolders not opened yet, images not inspected yet: keep it open
    atomic_int pending; // itself and the subfolders that are not finished
    atomic_int parts;   // of its images, not inspected yet
};

enum {
    longest_path = 4096, // longer ones are stored ...
    levels_between = 64, // ... every so many levels
};

// What a walk is for; all calls come from several threads at once.
struct walk {
    int threads;
    int64_t fingerprint_key;
    // The id of a new folder, whose parent, name and path are set.
    int64_t (*identify)(struct folder *folder);
    // The folder is listed and its images are inspected. If it has no subfolders it is finished too, and is handed over.
    void (*listed)(struct folder *folder);
    // A folder that has subfolders is finished with all below it, and is handed over.
    void (*finished)(struct folder *folder);
};

// Walks the tree of a path without links, whose top folder has this id. Ends the program if anything cannot be read:
// the trees of the bench can.
void walk_tree(const struct walk *walk, const char *path, int64_t id);

// Frees what only `listed` needs.
void free_images(struct folder *folder);

void free_folder(struct folder *folder);

// Ends the program with `errno`.
_Noreturn void fail(const char *what);

void *allocate(void *old, size_t size);
