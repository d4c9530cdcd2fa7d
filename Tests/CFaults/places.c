// Which descriptors are of the tree and which of the index: by the name they were opened with.

#define _GNU_SOURCE
#include "CFaults.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { DESCRIPTORS = 65536 };

static _Atomic(unsigned char) places[DESCRIPTORS];
static _Atomic(int) cuts[DESCRIPTORS];

enum place faults_place_of_path(const char *path) {
    const char *tree = getenv("FAULTS_TREE");
    const char *index = getenv("FAULTS_INDEX");
    if (path == NULL || tree == NULL || index == NULL) {
        return ELSEWHERE;
    }
    size_t length = strlen(tree);
    if (strncmp(path, tree, length) == 0 && (path[length] == '/' || path[length] == 0)) {
        return TREE;
    }
    length = strlen(index);
    if (strncmp(path, index, length) == 0) {
        const char *rest = path + length;
        return *rest == 0                       ? MAIN
               : strcmp(rest, "-wal") == 0     ? WAL
               : strcmp(rest, "-shm") == 0     ? SHM
               : strcmp(rest, "-journal") == 0 ? JOURNAL
                                               : ELSEWHERE;
    }
    size_t folder = (size_t)(strrchr(index, '/') - index);
    return strlen(path) == folder && strncmp(path, index, folder) == 0 ? FOLDER : ELSEWHERE;
}

enum place faults_place_in(int folder, const char *name) {
    if (name != NULL && *name == '/') {
        return faults_place_of_path(name);
    }
    // What is below a folder of the tree is the tree; the index is never opened by a descriptor.
    return folder != AT_FDCWD && faults_place_of(folder) == TREE ? TREE : ELSEWHERE;
}

enum place faults_place_of(int file) {
    return file >= 0 && file < DESCRIPTORS ? atomic_load(&places[file]) : ELSEWHERE;
}

void faults_opened(int file, enum place place) {
    if (file >= 0 && file < DESCRIPTORS) {
        atomic_store(&cuts[file], 0);
        atomic_store(&places[file], place);
    }
}

void faults_closed(int file) {
    faults_opened(file, ELSEWHERE);
}

int faults_cut(int file) {
    return file >= 0 && file < DESCRIPTORS ? atomic_load(&cuts[file]) : 0;
}

void faults_set_cut(int file, int code) {
    if (file >= 0 && file < DESCRIPTORS) {
        atomic_store(&cuts[file], code);
    }
}

bool faults_is_denied(enum place place, const char *name) {
    const char *denied = getenv("FAULTS_DENY");
    return place == TREE && denied != NULL && strcmp(name, denied) == 0;
}
